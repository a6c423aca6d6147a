import { isInputRequiredResult } from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server' with { 'resolution-mode': 'require' };

interface ListedTool {
  readonly _meta?: Record<string, unknown>;
  readonly inputSchema?: Record<string, unknown>;
  readonly outputSchema?: Record<string, unknown>;
}

type Handler = (request: unknown, context: unknown) => unknown;

/**
 * Mends what mcp-nest answers: drops from `tools/list` what costs a client tokens and says nothing (its
 * `securitySchemes: noauth`, untrue behind a guard, and the `$schema` of the dialect that MCP assumes anyway), and from
 * a `tools/call` that asks for input the empty content that took it through mcp-nest.
 */
export function tidyTools(server: McpServer): McpServer {
  const inner = server.server as unknown as { setRequestHandler(method: string, handler: Handler): void };
  const setRequestHandler = inner.setRequestHandler.bind(inner);
  inner.setRequestHandler = (method, handler) => {
    const tidy = TIDY[method];
    const wrapped: Handler = async (request, context) => tidy?.(await handler(request, context));
    setRequestHandler(method, tidy ? wrapped : handler);
  };
  return server;
}

const TIDY: Readonly<Record<string, ((result: unknown) => unknown) | undefined>> = {
  'tools/list': tidiedList,
  'tools/call': tidiedCall,
};

function tidiedCall(result: unknown): unknown {
  if (!isInputRequiredResult(result) || !('content' in result)) return result;
  const { content: _dropped, ...rest } = result;
  return rest;
}

function tidiedList(result: unknown): unknown {
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
