import { Module, type DynamicModule, type InjectionToken, type Provider } from '@nestjs/common';
import type { McpTransport } from '@rekog/mcp-nest';
import { CoradbSettings } from '../config/coradb-settings.js';
import { PACKAGE } from '../config/package-info.js';
import { settingsFrom } from '../config/settings-loader.js';
import { DRIVER_OPTIONS, DriverLoader, type DriverOptions } from '../driver/driver-loader.service.js';
import { DriverProvider } from '../driver/driver-provider.js';
import { CallRunner } from '../execution/call-runner.service.js';
import { ConnectionOpener } from '../execution/connection-opener.service.js';
import { ConnectionReporter } from '../execution/connection-report.service.js';
import { EXECUTION_SETTINGS } from '../execution/execution.constants.js';
import { SchemaCalls } from '../execution/schema-calls.service.js';
import { SchemaCache } from '../schema/schema-cache.js';
import { DatabaseAllowedGuard } from './guards/database-allowed.guard.js';
import { NotDrainingGuard } from './guards/not-draining.guard.js';
import {
  CORADB_FROM_DOTENV,
  CORADB_SERVER,
  CORADB_SETTINGS,
  CORADB_STRATEGY,
  INSTRUCTIONS,
} from './mcp.constants.js';
import { isOffered } from './offered-tools.js';
import { RunningCallInterceptor } from './running-call.interceptor.js';
import { RunningCalls } from './running-calls.service.js';
import { CoradbMcpStrategy } from './strategy/coradb-mcp.strategy.js';
import { tidyToolList } from './strategy/tidy-tool-list.js';
import { ToolErrorFilter } from './tool-error.filter.js';
import { CallInputs } from './tools/call-inputs.js';
import { SqlCalls } from './tools/sql-call.service.js';
import { TOOL_CLASSES } from './tools/tool-classes.js';

export interface CoradbMcpModuleOptions {
  /** Settings by property name; what is left out has its default. Environment variables are not read. */
  readonly settings?: Partial<CoradbSettings>;
  /** Names of settings that came from `.env`, for connection_info. */
  readonly fromDotenv?: readonly string[];
  /** Transports of mcp-nest, made when the application starts. */
  readonly transports?: () => McpTransport[];
}

/** The CoraDB tools as a Nest module. */
@Module({})
export class CoradbMcpModule {
  /** @throws SettingsError */
  static forRoot(options: CoradbMcpModuleOptions = {}): DynamicModule {
    const settings = settingsFrom(CoradbSettings, options.settings ?? {});
    const providers: Provider[] = [
      { provide: CORADB_SETTINGS, useValue: settings },
      { provide: EXECUTION_SETTINGS, useValue: settings },
      { provide: CORADB_FROM_DOTENV, useValue: options.fromDotenv ?? [] },
      { provide: DRIVER_OPTIONS, useValue: driverOptions(settings) },
      DriverLoader,
      { provide: DriverProvider, useExisting: DriverLoader },
      { provide: SchemaCache, useFactory: () => new SchemaCache({ ttlMs: settings.schemaTtlMs }) },
      ConnectionOpener,
      ConnectionReporter,
      CallRunner,
      SchemaCalls,
      RunningCalls,
      RunningCallInterceptor,
      NotDrainingGuard,
      DatabaseAllowedGuard,
      ToolErrorFilter,
      CallInputs,
      SqlCalls,
      { provide: CORADB_STRATEGY, useFactory: () => strategy(settings, options.transports?.() ?? []) },
    ];
    const exported: InjectionToken[] = [
      CORADB_STRATEGY,
      CallRunner,
      ConnectionReporter,
      SchemaCalls,
      RunningCalls,
    ];
    return { module: CoradbMcpModule, controllers: [...TOOL_CLASSES], providers, exports: exported };
  }
}

function driverOptions(settings: CoradbSettings): DriverOptions {
  return {
    driver: settings.driver,
    ...(settings.embeddedDir !== undefined && { embeddedDir: settings.embeddedDir }),
  };
}

function strategy(settings: CoradbSettings, transports: McpTransport[]): CoradbMcpStrategy {
  return new CoradbMcpStrategy({
    name: CORADB_SERVER,
    title: 'CoraDB',
    version: PACKAGE.version,
    server: CORADB_SERVER,
    instructions: INSTRUCTIONS,
    transports,
    // mcp-nest would promise list changes that it never sends to clients of the 2025 era.
    capabilities: { tools: {} },
    serverMutator: tidyToolList,
    isOffered: (capability) => isOffered(settings, capability),
  });
}
