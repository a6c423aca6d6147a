import type { McpContext } from '@rekog/mcp-nest';
import { sdkContext } from './sdk-context.js';

export interface Progress {
  /** Must grow from one notification to the next. */
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** The token of a client that wants to be told about progress. */
export function progressToken(context: McpContext): string | number | undefined {
  const token: unknown = context.mcpRequest.params?._meta?.progressToken;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

/** Sends one MCP progress notification when the client asked for them. */
export function notifyProgress(context: McpContext, progress: Progress): void {
  const token = progressToken(context);
  if (token === undefined) return;
  // A client that is gone cannot be told; the call itself notices.
  sdkContext(context)
    .mcpReq.notify({ method: 'notifications/progress', params: { ...progress, progressToken: token } })
    .catch(() => undefined);
}
