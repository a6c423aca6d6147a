import { lstatSync, statSync } from 'node:fs';
import { ArangoSettings } from './config/arango-settings.js';
import { CoradbSettings } from './config/coradb-settings.js';
import { HttpSettings } from './config/http-settings.js';
import { exposureWarnings } from './config/http-settings-rules.js';
import type { ServerSettings } from './config/load-settings.js';
import { ENGINES } from './driver/engines.js';
import { LogSettings } from './config/log-settings.js';
import { PACKAGE } from './config/package-info.js';
import { settingsOf } from './config/setting.decorators.js';
import { addressesOf } from './execution/policy/host-policy.js';

/**
 * What `--check` prints: every setting in force, without secrets, what may be mistyped, and the tools offered.
 * @param isHttp whether it is for `--http`, on which some defaults depend
 */
export function checkReport(settings: ServerSettings, tools: readonly string[], isHttp: boolean): string {
  const { coradb, offersCoradb, arango, http, log } = settings;
  const described = [
    ...(offersCoradb ? describedIn(CoradbSettings, coradb) : []),
    ...(arango ? describedIn(ArangoSettings, arango) : []),
    ...describedIn(HttpSettings, http),
    ...describedIn(LogSettings, log),
  ];
  const defaults = defaultsInForce(settings, isHttp);
  const width = Math.max(...described.map(({ variable }) => variable.length));
  const lines = described.map(({ property, variable, secret, from }) => {
    const value = shown(Reflect.get(from, property) ?? defaults[variable], secret);
    const source = settings.fromDotenv.includes(variable) ? '  (from .env)' : '';
    return `  ${variable.padEnd(width)}  ${value}${source}`;
  });
  const warnings = [
    ...settings.warnings,
    ...(isHttp ? exposureWarnings(http, coradb) : []),
    ...fileProblems(arango),
  ].map((warning) => `Warning: ${warning}`);
  return [
    `${PACKAGE.name} ${PACKAGE.version}`,
    'Settings:',
    ...lines,
    ...warnings,
    `Tools: ${tools.join(', ')}`,
    '',
  ].join('\n');
}

/** What holds where a setting is left out that has no single default. */
function defaultsInForce(
  { coradb, http }: ServerSettings,
  isHttp: boolean,
): Readonly<Record<string, string>> {
  return {
    CORADB_ALLOWED_HOSTS: isHttp ? [...addressesOf(coradb)].join(',') : '*',
    ...(ENGINES.get(coradb.driver)?.ownPlace !== undefined && { CORADB_EMBEDDED_DIR: '(in memory)' }),
    CORADB_HTTP_ALLOWED_ORIGINS: '(pages of this machine)',
    CORADB_HTTP_ALLOWED_HOSTS: `localhost,${http.host}`,
    CORADB_LOG_LEVEL: isHttp ? 'info' : 'warn',
    CORADB_AUDIT_LOG: isHttp ? 'stderr' : 'off',
  };
}

/** What the ArangoDB tools would fail at later: the folder of exports and the file of certificates. */
function fileProblems(arango: ArangoSettings | undefined): readonly string[] {
  const [root, certificates] = [arango?.backupRoot, arango?.tlsCaFile];
  return [
    // The folder itself must be one; an export refuses a link to it.
    ...(root !== undefined && !lstatSync(root, QUIET)?.isDirectory()
      ? [`ARANGO_BACKUP_ROOT=${root}: is no folder; exports will fail`]
      : []),
    ...(certificates !== undefined && !statSync(certificates, QUIET)?.isFile()
      ? [`ARANGO_TLS_CA_FILE=${certificates}: is no file; the server will not start`]
      : []),
  ];
}

const QUIET = { throwIfNoEntry: false } as const;

function describedIn<T extends object>(settingsClass: new () => T, from: T) {
  return settingsOf(settingsClass).map((setting) => ({ ...setting, from }));
}

function shown(value: unknown, secret: boolean): string {
  if (value === undefined) return '(not set)';
  if (secret) return '(set, hidden)';
  return Array.isArray(value) ? value.join(',') : String(value);
}
