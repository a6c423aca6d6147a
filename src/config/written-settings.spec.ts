import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coradbSettingsFrom } from './coradb-settings-from.js';
import { loadSettings } from './load-settings.js';
import { SettingsError } from './settings-error.js';

const EMBEDDED = { CORADB_DRIVER: 'embedded' };
const ARANGO = { ARANGO_URL: 'http://db:8529' };

const problemsOf = (env: Record<string, string>, dotenv = ''): readonly string[] => {
  try {
    loadSettings(env, dotenv);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
};

describe('a value of .env that would be cut at its #', () => {
  it.each([
    ['ARANGO_PASSWORD=ab#cd', 'ARANGO_PASSWORD'],
    ['ARANGO_PASSWORD=#abcd', 'ARANGO_PASSWORD'],
    ['export ARANGO_PASSWORD=ab#cd # the new one', 'ARANGO_PASSWORD'],
    ['CORADB_HTTP_TOKENS=one,two#three', 'CORADB_HTTP_TOKENS'],
  ])('%s stops the start and says to quote it', (line, name) => {
    expect(problemsOf(ARANGO, `A=1\n${line}`)).toContain(
      `.env line 2: the value of ${name} would be cut at its "#"; put the value in quotes`,
    );
    expect(problemsOf(ARANGO, line).join()).not.toMatch(/cd|three/);
  });

  it.each([
    'ARANGO_PASSWORD="ab#cd"',
    "ARANGO_PASSWORD='ab#cd' # new",
    'ARANGO_PASSWORD=abcd # new',
    'PIN=1#2',
  ])('%s is fine', (line) => {
    expect(problemsOf(ARANGO, line)).toEqual([]);
  });
});

describe('a line of .env that does not mean what it looks like', () => {
  it.each([
    [
      'CORADB_WRITE_MODE=off\nA=1\nCORADB_WRITE_MODE=write',
      '.env lines 1 and 3: CORADB_WRITE_MODE is assigned more than once; keep one',
    ],
    [
      'ARANGO_PASSWORD="one\ntwo"',
      '.env line 1: the value of ARANGO_PASSWORD goes on over several lines; is its quote closed too late?',
    ],
    [
      'ARANGO_PASSWORD="one',
      '.env line 1: the quote around the value of ARANGO_PASSWORD is not closed; put all of the value in one pair of quotes',
    ],
    [
      'C\u041eRADB_WRITE_MODE=off',
      '.env line 1: CORADB_WRITE_MODE is not assigned: its letter "\u041e" (U+041E) only looks Latin',
    ],
    [
      '\uff23ORADB_WRITE_MODE=off',
      '.env line 1: CORADB_WRITE_MODE is not assigned: its letter "\uff23" (U+FF23) only looks Latin',
    ],
  ])('%j stops the start', (text, problem) => {
    expect(problemsOf(ARANGO, text)).toEqual([problem]);
  });

  it.each(['A=1\nA=2', 'NOTE="one\ntwo"', "NOTE='one", '\u0418\u041c\u042f=1', 'НАЗВАНИЕ: магазин'])(
    '%j is of another program',
    (text) => {
      expect(problemsOf(ARANGO, text)).toEqual([]);
    },
  );

  it('a name in letters of another alphabet stops the start in the environment too', () => {
    expect(problemsOf({ 'CORADB_WRITE_M\u041eDE': 'off' })).toEqual([
      'CORADB_WRITE_M\u041eDE: unknown setting; its letter "\u041e" (U+041E) only looks Latin, as those of CORADB_WRITE_MODE are',
    ]);
    expect(problemsOf({ '\u0421\u041eR\u0410DB_WRITE_MODE': 'off' })).toHaveLength(1);
  });
});

describe('a placeholder that nobody replaced', () => {
  it.each([
    ['CORADB_EMBEDDED_DIR', '${HOME}/data', '${HOME}'],
    ['CORADB_EMBEDDED_DIR', '$HOME/data', '$HOME'],
    ['CORADB_EMBEDDED_DIR', '%USERPROFILE%\\data', '%USERPROFILE%'],
    ['CORADB_HOST', '${input:host}', '${input:host}'],
    ['CORADB_HOST', '<your host>', '<your host>'],
    ['CORADB_DATABASES', 'sales,{{database}}', '{{database}}'],
    ['CORADB_PORT', '${env:PORT}', '${env:PORT}'],
    ['CORADB_WRITE_MODE', '<write or off>', '<write or off>'],
    ['CORADB_HTTP_PUBLIC_URL', 'https://${HOST}/mcp', '${HOST}'],
    ['CORADB_AUDIT_LOG', '%APPDATA%/audit.log', '%APPDATA%'],
  ])('in %s=%s stops the start', (variable, value, placeholder) => {
    expect(problemsOf({ ...EMBEDDED, [variable]: value })).toEqual([
      `${variable}=${value}: "${placeholder}" was not replaced by its value; write the value itself`,
    ]);
  });

  it.each([
    ['ARANGO_PASSWORD', '${input:password}'],
    ['ARANGO_PASSWORD', '<your password>'],
    ['ARANGO_TOKEN', '%TOKEN%'],
    ['CORADB_HTTP_TOKENS', '${TOKEN}'],
    ['CORADB_CACHE_URL', 'redis://:${SECRET}@cache:6379/0'],
  ])('is no secret in %s, whose value is hidden all the same', (variable, value) => {
    expect(problemsOf({ ...ARANGO, [variable]: value })).toEqual([
      `${variable}=(hidden): it holds a placeholder that was not replaced by its value; write the value itself`,
    ]);
  });

  it.each([
    ['ARANGO_PASSWORD', 'a${b}c<d>%efg%'],
    ['CORADB_HTTP_PUBLIC_URL', 'https://a.example/%C3%A9t%C3%A9'],
    ['CORADB_EMBEDDED_DIR', '/data/50%/shop$'],
    ['CORADB_EMBEDDED_DIR', '/data/a<b'],
  ])('%s=%s holds none', (variable, value) => {
    expect(problemsOf({ ...EMBEDDED, ...ARANGO, [variable]: value })).toEqual([]);
  });

  it('stops a backend that embeds the module too', () => {
    expect(() => coradbSettingsFrom({ host: '${DB_HOST}' })).toThrow(
      'host=${DB_HOST}: "${DB_HOST}" was not replaced by its value',
    );
  });
});

describe('a login in place of a name', () => {
  it.each([
    ['CORADB_DATABASES', 'dba:hunter2@db1', 'database'],
    ['CORADB_DATABASES', 'jdbc:cubrid:db1:33000:demodb:dba:hunter2:', 'database'],
    ['CORADB_DATABASES', 'demodb:dba:hunter2', 'database'],
    ['ARANGO_DATABASE', 'root:hunter2@db1', 'database'],
    ['ARANGO_DATABASES', 'http://root:hunter2@db1/shop', 'database'],
    ['CORADB_DRIVER', 'jdbc:cubrid:db1:33000:demodb:dba:hunter2:', 'driver'],
    ['CORADB_DRIVER', 'cubrid://dba:hunter2@db1/demodb', 'driver'],
  ])('is not shown: %s', (variable, value, what) => {
    const problems = problemsOf({ ...ARANGO, [variable]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(
      `${variable}=(hidden): a connection URL or login stands in place of a ${what}; no login is kept by this server`,
    );
    expect(problems[0]).not.toContain('hunter2');
  });
});

describe('the paths of the settings', () => {
  it('begin with the home folder where they begin with ~', () => {
    const env = {
      ...EMBEDDED,
      ...ARANGO,
      CORADB_EMBEDDED_DIR: '~/data',
      CORADB_HTTP_TOKENS_FILE: '~/tokens',
      CORADB_AUDIT_LOG: '~/audit.log',
      ARANGO_TLS_CA_FILE: '~/ca.pem',
      ARANGO_BACKUP_ROOT: '~',
    };
    const { coradb, http, log, arango, warnings } = loadSettings(env, '');
    expect([coradb.embeddedDir, http.tokensFile, log.audit, arango?.tlsCaFile, arango?.backupRoot]).toEqual([
      join(homedir(), 'data'),
      join(homedir(), 'tokens'),
      join(homedir(), 'audit.log'),
      join(homedir(), 'ca.pem'),
      homedir(),
    ]);
    expect(warnings).toEqual([]);
    expect(loadSettings({ CORADB_DRIVER: '~/driver' }, '').coradb.driver).toBe(join(homedir(), 'driver'));
  });

  it('cannot begin with the home folder of somebody else', () => {
    expect(problemsOf({ ...EMBEDDED, CORADB_EMBEDDED_DIR: '~bob/data' })).toEqual([
      'CORADB_EMBEDDED_DIR=~bob/data: "~bob/data" begins with the home folder of a user, which is not read; must be a folder',
    ]);
  });

  it('are whole, and a relative one is warned about', () => {
    const { coradb, warnings } = loadSettings({ ...EMBEDDED, CORADB_EMBEDDED_DIR: 'data' }, '');
    const whole = join(process.cwd(), 'data');
    expect(coradb.embeddedDir).toBe(whole);
    expect(warnings).toEqual([
      `CORADB_EMBEDDED_DIR=data depends on where the client starts this server, now ${whole}; write the whole path`,
    ]);
  });

  it.each(['auto', 'broker', 'embedded', 'node-cubrid', '@coradb/node-coradb'])(
    'are not meant by CORADB_DRIVER=%s',
    (driver) => {
      const { coradb, warnings } = loadSettings({ CORADB_DRIVER: driver, CORADB_AUDIT_LOG: 'stderr' }, '');
      expect([coradb.driver, warnings]).toEqual([driver, []]);
    },
  );

  it('of the embedded database are of no use to another driver', () => {
    expect(problemsOf({ CORADB_EMBEDDED_DIR: '/data' })).toEqual([
      'CORADB_EMBEDDED_DIR=/data: is used with --embedded (CORADB_DRIVER=embedded) only',
    ]);
  });
});
