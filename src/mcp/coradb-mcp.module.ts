import { Module, type DynamicModule, type FactoryProvider, type ValueProvider } from '@nestjs/common';
import { ConfigModule } from '../config/config.module.js';
import type { CoradbSettings } from '../config/coradb-settings.js';
import { coradbSettingsFrom } from '../config/coradb-settings-from.js';
import { CORADB_SETTINGS } from '../config/settings.tokens.js';
import type { DriverOptions } from '../driver/driver-options.js';
import { DriverModule } from '../driver/driver.module.js';
import { CoradbService } from '../execution/coradb.service.js';
import { ExecutionModule } from '../execution/execution.module.js';
import { addressesOf } from '../execution/policy/host-policy.js';
import { CallSlots } from '../limits/call-slots.js';
import { SchemaCache } from '../schema/schema-cache.js';
import { SchemaModule } from '../schema/schema.module.js';
import { SHARED_SIGNER } from './confirmation/question-signer.js';
import { sharedSigner } from './confirmation/shared-signer.js';
import type {
  CoradbMcpModuleAsyncOptions,
  CoradbMcpModuleOptions,
  CoradbMcpStaticOptions,
} from './coradb-mcp-options.js';
import { coradbToken } from './instance/inject-coradb.js';
import { CORADB_OFFER, CORADB_SERVER } from './mcp.constants.js';
import { AskedLogins } from './login/asked-logins.service.js';
import { LoginPages } from './login/login-pages.service.js';
import { CredentialHelper } from './login/credential-helper.service.js';
import { edgeNames } from './edge-names.js';
import { instructions } from './instructions.js';
import { KnownDatabases } from './known-databases.service.js';
import { isOffered } from './offered-tools.js';
import { REQUEST_CLASSES, REQUEST_HANDLERS, REQUEST_PROVIDERS } from './requests/request-classes.js';
import type { RequestHandler } from './requests/request-handler.js';
import { strictRequests } from './requests/strict-requests.js';
import { boundTo, mcpServer } from './server/mcp-server.js';
import { rememberBinding } from './server/joined-servers.js';
import { nameDatabases } from './strategy/name-databases.js';
import { McpOffers, UNCHANGING } from './strategy/mcp-offers.js';
import { toolNamesOf } from './tool-names.js';
import { CallInputs } from './tools/call-inputs.js';
import { ConfirmedCalls } from './tools/confirmed-calls.service.js';
import { SqlCalls } from './tools/sql-call.service.js';
import { TOOL_CLASSES } from './tools/tool-classes.js';

const CORADB_TOOLS: ReadonlySet<string> = new Set(toolNamesOf(TOOL_CLASSES));

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
    const settings = forTransport(coradbSettingsFrom(options.settings ?? {}), options);
    return declare(options, { provide: CORADB_SETTINGS, useValue: settings });
  }

  /** As `forRoot`, with settings that a factory gives; the application fails to start when they are wrong. */
  static forRootAsync(options: CoradbMcpModuleAsyncOptions): DynamicModule {
    const { useFactory, inject = [] } = options;
    return declare(options, {
      provide: CORADB_SETTINGS,
      inject,
      useFactory: async (...dependencies: unknown[]) =>
        forTransport(
          coradbSettingsFrom((await useFactory(...dependencies)) as Partial<CoradbSettings>),
          options,
        ),
    });
  }
}

function declare(options: CoradbMcpStaticOptions, settings: ValueProvider | FactoryProvider): DynamicModule {
  const { name = CORADB_SERVER, imports = [] } = options;
  const { binding, controllers, providers, exports } = mcpServer(name, options);
  const config = ConfigModule.with(settings, binding.server, imports);
  const driver = DriverModule.forRootAsync({
    imports: [config],
    inject: [CORADB_SETTINGS],
    useFactory: driverOptions,
  });
  const schema = SchemaModule.with(config);
  const execution = ExecutionModule.with([config, driver, schema]);
  const layers = [config, driver, schema, execution];
  return rememberBinding(binding, {
    module: CoradbMcpModule,
    imports: [...imports, ...layers],
    controllers: [...boundTo(binding, [...TOOL_CLASSES, ...REQUEST_CLASSES]), ...controllers],
    providers: [
      ...providers,
      ...REQUEST_PROVIDERS,
      CredentialHelper,
      LoginPages,
      AskedLogins,
      CallInputs,
      SqlCalls,
      ConfirmedCalls,
      { provide: SHARED_SIGNER, inject: [CORADB_SETTINGS], useFactory: sharedSigner },
      { provide: coradbToken(name), useExisting: CoradbService },
      {
        provide: CORADB_OFFER,
        inject: [McpOffers, CORADB_SETTINGS, CallSlots, SchemaCache, REQUEST_HANDLERS, KnownDatabases],
        useFactory: (
          offers: McpOffers,
          known: CoradbSettings,
          slots: CallSlots,
          cache: SchemaCache,
          requestHandlers: readonly RequestHandler[],
          databases: KnownDatabases,
        ) =>
          offers.add({
            title: 'CoraDB',
            instructions: instructions(known),
            names: edgeNames(known),
            capabilities: {
              tools: UNCHANGING,
              resources: UNCHANGING,
              prompts: UNCHANGING,
              completions: {},
            },
            ignoredInputs: known.ignoreInputs ?? [],
            isOffered: (capability) => isOffered(known, capability),
            requestHandlers,
            prepare: (made) => nameDatabases(strictRequests(made), CORADB_TOOLS, () => databases.names()),
            slots,
            cache: () => cache.stats(),
          }),
      },
    ],
    exports: [...exports, ...layers, CORADB_OFFER, coradbToken(name)],
  });
}

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
