import type { DynamicModule } from '@nestjs/common';
import { ConfigModule } from './config/config.module.js';
import type { ServerSettings } from './config/load-settings.js';
import { CORADB_FROM_DOTENV } from './mcp/mcp.constants.js';
import type { McpServingOptions } from './mcp/server/server-options.js';

/**
 * The modules of the engines that the settings name, on one server. Code of an engine that is not used is not loaded.
 * @throws SettingsError when ARANGO_TLS_CA_FILE cannot be used
 */
export async function engineModules(
  settings: ServerSettings,
  serving: McpServingOptions,
): Promise<readonly DynamicModule[]> {
  const { arango, offersCoradb } = settings;
  const coradb = offersCoradb ? await coradbModule(settings, serving) : undefined;
  if (!arango) return coradb ? [coradb] : [];
  const { ArangoMcpModule } = await import('./arangodb/arango-mcp.module.js');
  if (coradb) return [coradb, ArangoMcpModule.forRoot({ settings: arango, joins: coradb })];
  const { confirmSecret, cacheUrl, ignoreInputs = [] } = settings.coradb;
  const shares = confirmSecret !== undefined && cacheUrl !== undefined;
  return [
    ArangoMcpModule.forRoot({
      settings: arango,
      ...serving,
      ignoredInputs: ignoreInputs,
      ...(shares && { confirmations: { confirmSecret, cacheUrl } }),
    }),
  ];
}

async function coradbModule(
  { coradb, fromDotenv }: ServerSettings,
  serving: McpServingOptions,
): Promise<DynamicModule> {
  const { CoradbMcpModule } = await import('./mcp/coradb-mcp.module.js');
  const origins = ConfigModule.with({ provide: CORADB_FROM_DOTENV, useValue: fromDotenv }, '.env');
  return CoradbMcpModule.forRoot({ ...serving, settings: coradb, imports: [origins] });
}
