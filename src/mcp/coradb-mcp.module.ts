import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { MCP_HTTP_HANDLER } from '@rekog/mcp-nest';
import { CoradbSettings } from '../config/coradb-settings.js';
import { coradbSettingsFrom } from '../config/coradb-settings-from.js';
import { PACKAGE } from '../config/package-info.js';
import { DRIVER_OPTIONS, DriverLoader, type DriverOptions } from '../driver/driver-loader.service.js';
import { DriverProvider } from '../driver/driver-provider.js';
import { callSlots } from '../execution/call-slots.js';
import { CallRunner } from '../execution/run/call-runner.service.js';
import { CallSlots } from '../limits/call-slots.js';
import { ConnectionOpener } from '../execution/run/connection-opener.service.js';
import { ConnectionReporter } from '../execution/connection-report.service.js';
import { CoradbService } from '../execution/coradb.service.js';
import { EXECUTION_SETTINGS } from '../execution/execution.constants.js';
import { SchemaCalls } from '../execution/schema-calls.service.js';
import { addressesOf } from '../execution/policy/host-policy.js';
import { CallEvents } from './calls/call-events.service.js';
import type {
  CoradbMcpModuleAsyncOptions,
  CoradbMcpModuleOptions,
  CoradbMcpStaticOptions,
} from './coradb-mcp-options.js';
import { SchemaCache } from '../schema/schema-cache.js';
import { createSchemaCache } from '../schema/create-schema-cache.js';
import { NotDrainingGuard } from './guards/not-draining.guard.js';
import { httpController } from './http-route/http-controller.js';
import { HttpTransports } from './http-route/http-transports.js';
import { routeAddresses } from './http-route/route-addresses.js';
import { bindToInstance } from './instance/bind-to-instance.js';
import { coradbToken } from './instance/inject-coradb.js';
import {
  CORADB_FROM_DOTENV,
  CORADB_SERVER,
  CORADB_SETTINGS,
  CORADB_STRATEGY,
  INSTRUCTIONS,
} from './mcp.constants.js';
import { KnownDatabases } from './known-databases.service.js';
import { isOffered, toolNamesOf } from './offered-tools.js';
import { SHARED_SIGNER, sharedSigner } from './confirmation/shared-signer.js';
import { PersonConfirmation } from './confirmation/person-confirmation.service.js';
import { REQUEST_CLASSES, REQUEST_HANDLERS, REQUEST_PROVIDERS } from './requests/request-classes.js';
import type { RequestHandler } from './requests/request-handler.js';
import { strictRequests } from './requests/strict-requests.js';
import { RunningCallInterceptor } from './running-call.interceptor.js';
import { RunningCalls, SHUTDOWN_GRACE_MS } from './running-calls.service.js';
import { CoradbMcpStrategy } from './strategy/coradb-mcp.strategy.js';
import { nameDatabases } from './strategy/name-databases.js';
import { tidyTools } from './strategy/tidy-tools.js';
import { ToolErrorFilter } from './tool-error.filter.js';
import { CallInputs } from './tools/call-inputs.js';
import { ConfirmedCalls } from './tools/confirmed-calls.service.js';
import { SqlCalls } from './tools/sql-call.service.js';
import { TOOL_CLASSES } from './tools/tool-classes.js';

const CORADB_TOOLS: ReadonlySet<string> = new Set(toolNamesOf(TOOL_CLASSES));

/** Numbers the instances of the process, so that none offers the tools of another. */
let instances = 0;

/**
 * The CoraDB tools as a Nest module. It may be imported several times with different settings.
 * An application that serves it over HTTP calls `connectCoradbMcp(app)` before it listens.
 *
 * @example
 * CoradbMcpModule.forRoot({ settings: { host: 'db.internal', writeMode: 'off' }, http: { path: 'mcp' } })
 */
@Module({})
export class CoradbMcpModule {
  /** @throws SettingsError */
  static forRoot(options: CoradbMcpModuleOptions = {}): DynamicModule {
    const settings = coradbSettingsFrom(options.settings ?? {});
    return declare(options, [
      { provide: CORADB_SETTINGS, useValue: forTransport(settings, options) },
      { provide: CORADB_FROM_DOTENV, useValue: options.fromDotenv ?? [] },
    ]);
  }

  /** As `forRoot`, with settings that a factory gives; the application fails to start when they are wrong. */
  static forRootAsync(options: CoradbMcpModuleAsyncOptions): DynamicModule {
    const { useFactory, inject = [] } = options;
    const settings: Provider = {
      provide: CORADB_SETTINGS,
      inject,
      useFactory: async (...dependencies: unknown[]) =>
        forTransport(
          coradbSettingsFrom((await useFactory(...dependencies)) as Partial<CoradbSettings>),
          options,
        ),
    };
    return declare(options, [settings, { provide: CORADB_FROM_DOTENV, useValue: [] }]);
  }
}

function declare(options: CoradbMcpStaticOptions, settings: readonly Provider[]): DynamicModule {
  const { http, name = CORADB_SERVER, addition, offersTools = true } = options;
  const server = `${CORADB_SERVER}-${++instances}`;
  const addresses = routeAddresses(http ?? {});
  const binding = { server, writeScopes: http?.writeScopes ?? [] };
  const toolClasses = [...(offersTools ? TOOL_CLASSES : []), ...(addition?.toolClasses ?? [])];
  const requestClasses = offersTools ? REQUEST_CLASSES : [];
  const instructions = [...(offersTools ? [INSTRUCTIONS] : []), ...(addition ? [addition.instructions] : [])];
  return {
    module: CoradbMcpModule,
    imports: options.imports ?? [],
    controllers: [
      ...[...toolClasses, ...requestClasses].map((each) => bindToInstance(each, binding)),
      ...(http ? [httpController(http)] : []),
    ],
    providers: [
      ...settings,
      ...PROVIDERS,
      ...(addition?.providers ?? []),
      { provide: coradbToken(name), useExisting: CoradbService },
      ...(options.shutdownGraceMs === undefined
        ? []
        : [{ provide: SHUTDOWN_GRACE_MS, useValue: options.shutdownGraceMs }]),
      // A factory, so that each application that is made of the declaration has its own.
      { provide: MCP_HTTP_HANDLER, useFactory: () => (http ? new HttpTransports(http) : null) },
      {
        provide: CORADB_STRATEGY,
        inject: [CORADB_SETTINGS, CallEvents, MCP_HTTP_HANDLER, REQUEST_HANDLERS, KnownDatabases],
        useFactory: (
          known: CoradbSettings,
          events: CallEvents,
          route: HttpTransports | null,
          requestHandlers: readonly RequestHandler[],
          databases: KnownDatabases,
        ) =>
          new CoradbMcpStrategy({
            name,
            title: 'CoraDB',
            version: PACKAGE.version,
            server,
            instructions: instructions.join('\n'),
            transports: [...(route ? [route] : []), ...(options.transports?.() ?? [])],
            capabilities: {
              tools: UNCHANGING,
              ...(offersTools && { resources: UNCHANGING, prompts: UNCHANGING, completions: {} }),
            },
            serverMutator: (made) =>
              nameDatabases(strictRequests(tidyTools(made)), CORADB_TOOLS, () => databases.names()),
            ...(offersTools && { requestHandlers }),
            isOffered: (capability) => isOffered(known, capability),
            events,
            addresses,
          }),
      },
    ],
    exports: [...EXPORTED, coradbToken(name)],
  };
}

/** The lists never change while the server runs; the SDK would promise notifications unless told so. */
const UNCHANGING = { listChanged: false } as const;

const PROVIDERS: readonly Provider[] = [
  { provide: EXECUTION_SETTINGS, useExisting: CORADB_SETTINGS },
  { provide: DRIVER_OPTIONS, inject: [CORADB_SETTINGS], useFactory: driverOptions },
  DriverLoader,
  { provide: DriverProvider, useExisting: DriverLoader },
  {
    provide: SchemaCache,
    inject: [CORADB_SETTINGS],
    useFactory: ({ schemaTtlMs, cacheUrl }: CoradbSettings) => createSchemaCache(schemaTtlMs, cacheUrl),
  },
  { provide: CallSlots, inject: [CORADB_SETTINGS], useFactory: callSlots },
  ConnectionOpener,
  ConnectionReporter,
  CallRunner,
  SchemaCalls,
  CoradbService,
  RunningCalls,
  RunningCallInterceptor,
  NotDrainingGuard,
  ToolErrorFilter,
  { provide: SHARED_SIGNER, inject: [CORADB_SETTINGS], useFactory: sharedSigner },
  PersonConfirmation,
  CallEvents,
  CallInputs,
  SqlCalls,
  ConfirmedCalls,
  ...REQUEST_PROVIDERS,
];

const EXPORTED = [
  DriverProvider,
  CORADB_STRATEGY,
  CORADB_SETTINGS,
  CallEvents,
  CallRunner,
  CallSlots,
  ConnectionReporter,
  CoradbService,
  RunningCalls,
  SchemaCache,
  SchemaCalls,
];

/** Over HTTP a caller may not use this server to reach other machines unless the settings say so. */
function forTransport(settings: CoradbSettings, { http }: CoradbMcpStaticOptions): CoradbSettings {
  if (http && settings.allowedHosts === undefined) settings.allowedHosts = [...addressesOf(settings)];
  return settings;
}

function driverOptions(settings: CoradbSettings): DriverOptions {
  return {
    driver: settings.driver,
    tls: settings.tls,
    ...(settings.tlsCaFile !== undefined && { tlsCaFile: settings.tlsCaFile }),
    ...(settings.embeddedDir !== undefined && { embeddedDir: settings.embeddedDir }),
    embeddedMemoryMb: settings.embeddedMemoryMb,
  };
}
