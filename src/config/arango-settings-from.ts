import { ArangoSettings } from './arango-settings.js';
import { reconcileArango } from './arango-settings-rules.js';
import { SettingsError } from './settings-error.js';
import { settingsFrom } from './settings-loader.js';

/**
 * Settings of the ArangoDB tools given as an object, with the same checks as those of the environment.
 * @throws SettingsError
 */
export function arangoSettingsFrom(given: Partial<ArangoSettings>): ArangoSettings {
  if (given instanceof ArangoSettings) return Object.assign(new ArangoSettings(), given);
  const settings = settingsFrom(ArangoSettings, given);
  const problems =
    settings.url.length === 0
      ? ['url: must hold the address of the server, such as http://localhost:8529']
      : reconcileArango(settings, (property) => given[property] !== undefined);
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}
