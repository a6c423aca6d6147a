import type { McpServer } from '@modelcontextprotocol/server' with { 'resolution-mode': 'require' };

interface ListedTool {
  readonly _meta?: Record<string, unknown>;
  readonly inputSchema?: Record<string, unknown>;
  readonly outputSchema?: Record<string, unknown>;
}

type Handler = (request: unknown, context: unknown) => unknown;

/**
 * Drops from `tools/list` what costs a client tokens and says nothing: mcp-nest's `securitySchemes: noauth` (untrue
 * behind a guard) and the `$schema` of the dialect that MCP assumes anyway.
 */
export function tidyToolList(server: McpServer): McpServer {
  const inner = server.server as unknown as { setRequestHandler(method: string, handler: Handler): void };
  const setRequestHandler = inner.setRequestHandler.bind(inner);
  inner.setRequestHandler = (method, handler) =>
    setRequestHandler(
      method,
      method === 'tools/list' ? async (request, context) => tidied(await handler(request, context)) : handler,
    );
  return server;
}

function tidied(result: unknown): unknown {
  const { tools, ...rest } = result as { readonly tools: readonly ListedTool[] };
  return { ...rest, tools: tools.map(tidiedTool) };
}

function tidiedTool({ _meta, inputSchema, outputSchema, ...tool }: ListedTool): ListedTool {
  const { securitySchemes: _dropped, ...meta } = _meta ?? {};
  return {
    ...tool,
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
    ...(inputSchema && { inputSchema: withoutDialect(inputSchema) }),
    ...(outputSchema && { outputSchema: withoutDialect(outputSchema) }),
  };
}

function withoutDialect({ $schema: _dropped, ...schema }: Record<string, unknown>): Record<string, unknown> {
  return schema;
}
