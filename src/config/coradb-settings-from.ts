import { CoradbSettings } from './coradb-settings.js';
import { reconcile } from './coradb-settings-rules.js';
import { SettingsError } from './settings-error.js';
import { settingsFrom } from './settings-loader.js';

/**
 * Settings of the CoraDB tools given as an object, with the same checks as those of the environment.
 * @throws SettingsError
 */
export function coradbSettingsFrom(given: Partial<CoradbSettings>): CoradbSettings {
  if (given instanceof CoradbSettings) return Object.assign(new CoradbSettings(), given);
  const settings = settingsFrom(CoradbSettings, given);
  const problems = reconcile(settings, (property) => given[property] !== undefined);
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}
