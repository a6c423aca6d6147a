import type { ServerSettings } from './config/load-settings.js';
import type { ToolAddition } from './mcp/tool-addition.js';

/**
 * The tools for ArangoDB, when ARANGO_URL is set. Without it none of their code is loaded.
 * @throws SettingsError when ARANGO_TLS_CA_FILE cannot be used
 */
export async function loadAddition({ arango }: ServerSettings): Promise<ToolAddition | undefined> {
  if (!arango) return undefined;
  const { arangoAddition } = await import('./arangodb/arango-addition.js');
  return arangoAddition(arango);
}
