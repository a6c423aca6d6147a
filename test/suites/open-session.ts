import type { Client } from '@modelcontextprotocol/client';
import type { Era, McpSession, SettingsEnv } from '../helpers/mcp-session.js';

/** Opens a session with a server on a fresh embedded database. */
export type OpenSession = (era: Era, env?: SettingsEnv, client?: Client) => Promise<McpSession>;

export const DATABASE = { database: 'e-commerce' };
