import { ArangoSettings } from './arango-settings.js';
import { reconcileArango } from './arango-settings-rules.js';
import { CoradbSettings } from './coradb-settings.js';
import { reconcile } from './coradb-settings-rules.js';
import { readDotenvFile, withDotenv } from './dotenv-file.js';
import { HttpSettings } from './http-settings.js';
import { exposureProblems, httpProblems } from './http-settings-rules.js';
import { LogSettings } from './log-settings.js';
import { isRelative, wholePath } from './paths.js';
import { settingsOf } from './setting.decorators.js';
import { SettingsError } from './settings-error.js';
import { readSettings, type Environment, type SettingsClass } from './settings-loader.js';
import { SettingNames } from './setting-names.js';

const SETTINGS = [CoradbSettings, HttpSettings, LogSettings, ArangoSettings];
const NAMES = new SettingNames(['CORADB_', 'ARANGO_'], SETTINGS);

/** All settings of the standalone server. */
export interface ServerSettings {
  readonly coradb: CoradbSettings;
  /** False when ArangoDB is configured and CoraDB is not: its user is not shown tools for CoraDB. */
  readonly offersCoradb: boolean;
  /** Only when `ARANGO_URL` is set. */
  readonly arango?: ArangoSettings;
  readonly http: HttpSettings;
  readonly log: LogSettings;
  /** Variables whose value came from `.env`, names only. */
  readonly fromDotenv: readonly string[];
  /** Variables that may be mistyped settings, one line each. */
  readonly warnings: readonly string[];
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
  const { env, fromDotenv, problems: misread } = withDotenv(environment, dotenvText, NAMES);
  const coradb = readSettings(CoradbSettings, env);
  const http = readSettings(HttpSettings, env);
  const log = readSettings(LogSettings, env);
  const arango = readSettings(ArangoSettings, env);
  if (env.ARANGO_CONFIRM === undefined) arango.settings.confirm = coradb.settings.confirm;
  const misspelt = NAMES.misspelt(env);
  const all = [
    ...misread,
    ...coradb.problems,
    ...(coradb.problems.length === 0 ? reconcile(coradb.settings, isGivenIn(CoradbSettings, env)) : []),
    ...http.problems,
    ...(http.problems.length === 0 ? httpProblems(http.settings) : []),
    ...log.problems,
    ...NAMES.unknown(env, 'CORADB_'),
    ...arango.problems,
    ...(arango.problems.length === 0 ? reconcileArango(arango.settings, isGivenIn(ArangoSettings, env)) : []),
    ...NAMES.unknown(env, 'ARANGO_'),
    ...misspelt.problems,
    ...NAMES.lookAlikes(env),
  ];
  if (all.length > 0) throw new SettingsError(all);
  const hasArango = arango.settings.url.length > 0;
  return {
    coradb: coradb.settings,
    offersCoradb:
      !hasArango || settingsOf(CoradbSettings).some(({ variable }) => env[variable] !== undefined),
    ...(hasArango && { arango: arango.settings }),
    http: http.settings,
    log: log.settings,
    fromDotenv,
    warnings: [...misspelt.warnings, ...relativePaths(env)],
  };
}

/** A client may start this server in any folder, as its own or that of a project. */
function relativePaths(env: Environment): readonly string[] {
  return SETTINGS.flatMap((settingsClass) => settingsOf(settingsClass)).flatMap(({ variable, isPath }) => {
    const value = env[variable];
    if (value === undefined || !isPath?.(value) || !isRelative(value)) return [];
    return [
      `${variable}=${value} depends on where the client starts this server, now ${wholePath(value)}; write the whole path`,
    ];
  });
}

function isGivenIn<T extends object>(
  settingsClass: SettingsClass<T>,
  env: Environment,
): (property: keyof T) => boolean {
  const variables = new Map(settingsOf(settingsClass).map((entry) => [entry.property, entry.variable]));
  return (property) => env[variables.get(String(property)) ?? ''] !== undefined;
}

/** Refuses to serve over HTTP what the settings would expose without protection. @throws SettingsError */
export function assertExposable(settings: ServerSettings): void {
  const problems = exposureProblems(settings.http, settings.coradb);
  if (problems.length > 0) throw new SettingsError(problems);
}
