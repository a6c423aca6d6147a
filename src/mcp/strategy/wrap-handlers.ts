import type { McpServer } from '@modelcontextprotocol/server' with { 'resolution-mode': 'require' };

export type Handler = (request: unknown, context: unknown) => unknown;

/** The server's registry of request handlers, below the types of single methods. */
export interface HandlerRegistry {
  setRequestHandler(method: string, handler: Handler): void;
}

export function handlersOf(server: McpServer): HandlerRegistry {
  return server.server as unknown as HandlerRegistry;
}

/** Lets each handler that is set later be wrapped by the function of its method. To be used as mcp-nest's `serverMutator`. */
export function wrapHandlers(
  server: McpServer,
  wraps: Readonly<Record<string, (handler: Handler) => Handler>>,
): McpServer {
  const registry = handlersOf(server);
  const setRequestHandler = registry.setRequestHandler.bind(registry);
  registry.setRequestHandler = (method, handler) =>
    setRequestHandler(method, wraps[method]?.(handler) ?? handler);
  return server;
}
