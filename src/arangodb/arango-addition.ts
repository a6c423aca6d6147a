import type { ArangoSettings } from '../config/arango-settings.js';
import type { ToolAddition } from '../mcp/tool-addition.js';
import { ARANGO_SETTINGS, INSTRUCTIONS } from './arango.constants.js';
import { ArangoCalls } from './arango-calls.service.js';
import { CallLimits } from './call-limits.service.js';
import { ArangoConnector } from './client/arango-connector.service.js';
import { DefinitionsAllowedGuard } from './guards/definitions-allowed.guard.js';
import { ArangoDatabaseAllowedGuard } from './guards/arango-database-allowed.guard.js';
import { ArangoConfirmation } from './tools/arango-confirmation.service.js';
import { arangoToolClasses } from './tools/tool-classes.js';

/**
 * The ArangoDB tools that the settings allow, for `CoradbMcpModule`'s `addition`; the driver is loaded here.
 * @throws SettingsError when ARANGO_TLS_CA_FILE cannot be used
 */
export async function arangoAddition(settings: ArangoSettings): Promise<ToolAddition> {
  const connector = await ArangoConnector.load(settings);
  return {
    toolClasses: arangoToolClasses(settings),
    providers: [
      { provide: ARANGO_SETTINGS, useValue: settings },
      { provide: ArangoConnector, useValue: connector },
      ArangoCalls,
      CallLimits,
      ArangoConfirmation,
      ArangoDatabaseAllowedGuard,
      DefinitionsAllowedGuard,
    ],
    instructions: INSTRUCTIONS,
    ready: (signal) => connector.ping(signal),
  };
}
