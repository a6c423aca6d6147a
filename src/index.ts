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
export { ArangoService } from './arangodb/arango.service.js';
export { arangoToken, InjectArango } from './arangodb/inject-arango.js';
export type { ArangoInputs, ArangoTarget, ArangoToolName } from './arangodb/arango-inputs.js';
export type { ArangoCallOptions, ArangoChange, ArangoResult, ArangoRows } from './arangodb/arango-results.js';
export type { ArangoProgress } from './arangodb/caller.js';
export type { ArangoSettings, ArangoToolGroup } from './config/arango-settings.js';
export type { SharedConfirmation } from './mcp/confirmation/shared-signer.js';
export type { McpHttpRoute } from './mcp/http-route/http-route-options.js';
export type { McpServingOptions } from './mcp/server/server-options.js';
export type { ConfirmSetting, CoradbSettings, TlsSetting, WriteMode } from './config/coradb-settings.js';
export { SettingsError } from './config/settings-error.js';

export { CoradbService } from './execution/coradb.service.js';
export type {
  CallOptions,
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

export type { PlanFormat } from './execution/call.js';
export type { Login } from './driver/driver.js';
export type { Parameter, TypedParameter } from './driver/value.js';
export type { PlanBlock, PlanNode, PlanPredicate, PlanTable } from './driver/model/plan-tree.js';
export type { AutoIncrement, ColumnDefault, SchemaColumn } from './driver/model/column-model.js';
export type { ForeignKey, IncomingKey, KeyPart, KeyReference, SchemaKey } from './driver/model/key-model.js';
export type {
  EdgeEnd,
  EdgeEnds,
  ObjectOptions,
  Partition,
  Partitioning,
  RowEstimate,
  SchemaDetail,
  SchemaGrant,
  SchemaModel,
  SchemaObject,
  SchemaSerial,
  SchemaServer,
  SchemaSynonym,
  SchemaTrigger,
} from './driver/model/schema-model.js';
export { CallError, GuardError, InputError } from './errors/call-error.js';
export type { CallErrorDetails, ErrorLayer, SqlPosition } from './errors/call-error.js';

export { CallEvents } from './mcp/calls/call-events.service.js';
export type { CallListener, CallText } from './mcp/calls/call-events.service.js';
export type { CallOutcome, CallRecord } from './mcp/calls/call-record.js';
export type { TraceContext } from './mcp/calls/trace-context.js';
