import type { McpServer } from '@modelcontextprotocol/server' with { 'resolution-mode': 'require' };
import { strictPromptArguments } from '../prompts/strict-prompt-arguments.js';
import { strictUris } from '../resources/strict-uris.js';
import { wrapHandlers } from '../strategy/wrap-handlers.js';

/** Checks what mcp-nest hands on unchecked, before guards see it: URIs of resources and arguments of prompts. */
export function strictRequests(server: McpServer): McpServer {
  return wrapHandlers(server, { 'resources/read': strictUris, 'prompts/get': strictPromptArguments });
}
