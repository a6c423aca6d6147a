/** Name of a CoraDB server; unbound classes of tools carry it, so that a host's own MCP server does not pick them up. */
export const CORADB_SERVER = 'coradb';

/** Names of settings that came from `.env`, for connection_info; provided by the command alone. */
export const CORADB_FROM_DOTENV = Symbol('CORADB_FROM_DOTENV');
/** Token of what the CoraDB tools add to their server. */
export const CORADB_OFFER = Symbol('CORADB_OFFER');
/** Token of the `McpServerStrategy` of the module that is a server. */
export const MCP_SERVER_STRATEGY = Symbol('MCP_SERVER_STRATEGY');
