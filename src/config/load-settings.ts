import { CoradbSettings } from './coradb-settings.js';
import { reconcile } from './coradb-settings-rules.js';
import { readDotenvFile, withDotenv } from './dotenv-file.js';
import { HttpSettings } from './http-settings.js';
import { exposureProblems, httpProblems } from './http-settings-rules.js';
import { LogSettings } from './log-settings.js';
import { settingsOf } from './setting.decorators.js';
import { SettingsError } from './settings-error.js';
import { readSettings, unknownVariables, type Environment } from './settings-loader.js';

/** All settings of the standalone server. */
export interface ServerSettings {
  readonly coradb: CoradbSettings;
  readonly http: HttpSettings;
  readonly log: LogSettings;
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
  const coradb = readSettings(CoradbSettings, env);
  const http = readSettings(HttpSettings, env);
  const log = readSettings(LogSettings, env);
  const variables = new Map(settingsOf(CoradbSettings).map((entry) => [entry.property, entry.variable]));
  const all = [
    ...coradb.problems,
    ...reconcile(coradb.settings, (property) => env[variables.get(property) ?? ''] !== undefined),
    ...http.problems,
    ...(http.problems.length === 0 ? httpProblems(http.settings) : []),
    ...log.problems,
    ...unknownVariables(env, 'CORADB_', [CoradbSettings, HttpSettings, LogSettings]),
  ];
  if (all.length > 0) throw new SettingsError(all);
  return { coradb: coradb.settings, http: http.settings, log: log.settings, fromDotenv };
}

/** Refuses to serve over HTTP what the settings would expose without protection. @throws SettingsError */
export function assertExposable(settings: ServerSettings): void {
  const problems = exposureProblems(settings.http);
  if (problems.length > 0) throw new SettingsError(problems);
}
