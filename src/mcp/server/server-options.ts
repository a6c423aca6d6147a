import type { DynamicModule } from '@nestjs/common';
import type { McpTransport } from '@rekog/mcp-nest';
import type { McpHttpRoute } from '../http-route/http-route-options.js';

/** How an MCP server is reached. Known when its module is declared. */
export interface McpServingOptions extends Pick<DynamicModule, 'imports'> {
  /** Serves the tools at a route of the host application. Without it there is none. */
  readonly http?: McpHttpRoute;
  /** Other transports of mcp-nest (stdio), made when the application starts. */
  readonly transports?: () => McpTransport[];
  /** How long running calls may go on after a shutdown was asked for, in ms. Default: 2,000. */
  readonly shutdownGraceMs?: number;
  /** Names of inputs that clients add by themselves and that are dropped; without it they are refused. */
  readonly ignoredInputs?: readonly string[];
}
