import { CoradbSettings } from './coradb-settings.js';
import { reconcile } from './coradb-settings-rules.js';
import { readDotenvFile, withDotenv } from './dotenv-file.js';
import { settingsOf } from './setting.decorators.js';
import { SettingsError } from './settings-error.js';
import { readSettings, unknownVariables, type Environment } from './settings-loader.js';

/** All settings of the standalone server. */
export interface ServerSettings {
  readonly coradb: CoradbSettings;
  /** Variables whose value came from `.env`, names only. */
  readonly fromDotenv: readonly string[];
}

/**
 * Reads every setting of the standalone server.
 * @param dotenvText contents of `.env`; by default the file of a source checkout
 * @throws SettingsError with every problem at once
 */
export function loadSettings(
  environment: Environment = process.env,
  dotenvText: string | undefined = readDotenvFile(),
): ServerSettings {
  const { env, fromDotenv } = withDotenv(environment, dotenvText, ['CORADB_']);
  const { settings, problems } = readSettings(CoradbSettings, env);
  const variables = new Map(settingsOf(CoradbSettings).map((entry) => [entry.property, entry.variable]));
  const all = [
    ...problems,
    ...reconcile(settings, (property) => env[variables.get(property) ?? ''] !== undefined),
    ...unknownVariables(env, 'CORADB_', [CoradbSettings]),
  ];
  if (all.length > 0) throw new SettingsError(all);
  return { coradb: settings, fromDotenv };
}
