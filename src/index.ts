/**
 * What an application that embeds CoraDB's MCP tools imports. Everything else in this package is internal.
 * The application itself must have loaded `reflect-metadata`, as every Nest application has.
 */
export { CoradbMcpModule } from './mcp/coradb-mcp.module.js';
export { connectCoradbMcp } from './mcp/connect-coradb-mcp.js';
export { coradbToken, InjectCoradb } from './mcp/instance/inject-coradb.js';
export type {
  CoradbMcpModuleAsyncOptions,
  CoradbMcpModuleOptions,
  CoradbMcpStaticOptions,
} from './mcp/coradb-mcp-options.js';
export { ArangoMcpModule } from './arangodb/arango-mcp.module.js';
export type {
  ArangoMcpModuleAsyncOptions,
  ArangoMcpModuleOptions,
  ArangoMcpStaticOptions,
} from './arangodb/arango-mcp-options.js';
export type { ArangoSettings } from './config/arango-settings.js';
export type { McpHttpRoute } from './mcp/http-route/http-route-options.js';
export type { CoradbSettings, WriteMode } from './config/coradb-settings.js';
export { SettingsError } from './config/settings-error.js';

export { CoradbService } from './execution/coradb.service.js';
export type {
  CoradbLogin,
  ExecuteOptions,
  ExplainOptions,
  SchemaOptions,
  SelectOptions,
  StatementOptions,
} from './execution/coradb.service.js';
export type {
  CallDocument,
  ColumnReport,
  ErrorReport,
  JsonValue,
  Outcome,
  StatementReport,
  StopReason,
} from './execution/reply/reply-document.js';
export type { SchemaModel } from './driver/model/schema-model.js';
export { CallError, GuardError, InputError } from './errors/call-error.js';

export { CallEvents } from './mcp/calls/call-events.service.js';
export type { CallListener, CallText } from './mcp/calls/call-events.service.js';
export type { CallOutcome, CallRecord } from './mcp/calls/call-record.js';
export type { TraceContext } from './mcp/calls/trace-context.js';
