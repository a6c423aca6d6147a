import type { McpContext } from '@rekog/mcp-nest';

/** Answers requests of one method that mcp-nest does not answer, or not as this server needs it. */
export interface RequestHandler {
  /** Such as `resources/list`. */
  readonly method: string;
  /** @throws RequestFailure, which becomes a JSON-RPC error */
  handle(context: McpContext): Promise<object>;
}
