import type { ServerContext } from '@modelcontextprotocol/server';
import type { McpContext } from '@rekog/mcp-nest';

/**
 * The SDK's request context: abort signal, notifications, logging.
 * mcp-nest keeps it as its fifth context argument without a public accessor; `sdk-context.spec.ts` holds it to that,
 * and the package version is pinned exactly for the same reason.
 */
export function sdkContext(context: McpContext): ServerContext {
  const sdk: unknown = context.getArgByIndex(4);
  if (!isServerContext(sdk)) throw new Error('mcp-nest gave no SDK request context');
  return sdk;
}

function isServerContext(value: unknown): value is ServerContext {
  return typeof value === 'object' && value !== null && 'mcpReq' in value;
}
