import { describe, expect, it } from 'vitest';
import { dotenvText } from './dotenv-file.js';
import { loadSettings } from './load-settings.js';
import { SettingsError } from './settings-error.js';

const problemsOf = (env: Record<string, string>, dotenv = ''): readonly string[] => {
  try {
    loadSettings(env, dotenv);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
};

describe('the defaults of the settings', () => {
  it('are those of the product description', () => {
    expect({ ...loadSettings({}, '').coradb }).toEqual({
      host: 'localhost',
      port: 33000,
      databases: ['*'],
      writeMode: 'write',
      confirm: 'never',
      maxRows: 200,
      maxRowsLimit: 5000,
      maxStatements: 50,
      callTimeoutMs: 120000,
      maxTimeoutMs: 600000,
      queryTimeoutMs: 60000,
      connectTimeoutMs: 5000,
      maxCellChars: 20000,
      maxResponseChars: 200000,
      schemaTtlMs: 600000,
      cacheUrl: undefined,
      serverFiles: 'off',
      tls: 'off',
      tlsCaFile: undefined,
      driver: 'auto',
      embeddedDir: undefined,
      embeddedMemoryMb: 2048,
      credentialHelper: undefined,
      askLogin: 'off',
      allowedHosts: undefined,
      maxConcurrentCalls: 32,
      maxQueuedCalls: 256,
    });
  });
});

describe('settings that are wrong', () => {
  it('are all reported at once, with variable, value and what is allowed', () => {
    expect(
      problemsOf({
        CORADB_PORT: '99999',
        CORADB_WRITE_MODE: 'readonly',
        CORADB_MAX_ROWS: '-1',
        CORADB_HOST: '',
      }),
    ).toEqual([
      'CORADB_HOST=(empty): "" is not a host name or address; must be a host name or address, or a comma-separated list of them, each with or without :port',
      'CORADB_PORT=99999: must be a whole number from 1 to 65535',
      'CORADB_WRITE_MODE=readonly: must be one of "write", "dryrun", "off"',
      'CORADB_MAX_ROWS=-1: must be a whole number from 1 to 1000000 (rows)',
    ]);
  });

  it.each(['1e3', '0x10', '33000.5', ' 33000', '٣', 'NaN', '99999999999999999999'])(
    'do not accept %j as a whole number',
    (value) => {
      expect(problemsOf({ CORADB_PORT: value })).toHaveLength(1);
    },
  );

  it('name the nearest known variable for an unknown one', () => {
    expect(problemsOf({ CORADB_WRITEMODE: 'off' })).toEqual([
      'CORADB_WRITEMODE: unknown setting; did you mean CORADB_WRITE_MODE?',
    ]);
    expect(problemsOf({ coradb_write_mode: 'off' })).toEqual([
      'coradb_write_mode: unknown setting; did you mean CORADB_WRITE_MODE?',
    ]);
    expect(problemsOf({ CORADB_ZZZZZZZZZZZZ: 'off' })).toEqual(['CORADB_ZZZZZZZZZZZZ: unknown setting']);
  });

  it.each(['CORADB_USER', 'CORADB_PASSWORD', 'coradb_database'])(
    'say of %s that no login is a setting',
    (name) => {
      expect(problemsOf({ [name]: 's3cret' })).toEqual([
        `${name}: unknown setting; no login is kept by this server: each call brings its database, user and password`,
      ]);
    },
  );

  it('include values that contradict each other', () => {
    expect(problemsOf({ CORADB_MAX_ROWS: '300', CORADB_MAX_ROWS_LIMIT: '100' })).toEqual([
      'CORADB_MAX_ROWS=300: must not be over CORADB_MAX_ROWS_LIMIT (100)',
    ]);
    expect(problemsOf({ CORADB_DATABASES: 'a,*' })).toEqual([
      'CORADB_DATABASES=a,*: must be names, or * alone',
    ]);
    expect(problemsOf({ CORADB_DATABASES: 'a,,b' })).toHaveLength(1);
  });

  it('include encryption that would not happen', () => {
    expect(problemsOf({ CORADB_TLS: 'on', CORADB_DRIVER: 'node-cubrid' })).toEqual([
      'CORADB_TLS=on: only the built-in client can encrypt, and CORADB_DRIVER is node-cubrid',
    ]);
    expect(problemsOf({ CORADB_TLS_CA_FILE: '/ca.pem', CORADB_TLS: 'on' })).toEqual([
      'CORADB_TLS_CA_FILE=/ca.pem: is used with CORADB_TLS=verify only',
    ]);
    expect(problemsOf({ CORADB_TLS_CA_FILE: 'ca.pem', CORADB_TLS: 'verify' })).toEqual([]);
    expect(problemsOf({ CORADB_TLS: 'required' })).toEqual([
      'CORADB_TLS=required: must be one of "off", "on", "verify"',
    ]);
  });

  it('include a secret of confirmations that is too short, or without a store; it is never shown', () => {
    const secret = 'not-to-be-shown-anywhere-at-all-1234';
    const store = { CORADB_CACHE_URL: 'redis://cache:6379' };
    expect(problemsOf({ CORADB_CONFIRM_SECRET: secret, ...store })).toEqual([]);
    expect(problemsOf({ CORADB_CONFIRM_SECRET: secret.slice(0, 31), ...store })).toEqual([
      'CORADB_CONFIRM_SECRET=(hidden): has 31 characters; must be at least 32 characters, such as the output of openssl rand -hex 32',
    ]);
    expect(problemsOf({ CORADB_CONFIRM_SECRET: secret })).toEqual([
      'CORADB_CONFIRM_SECRET: must be set together with CORADB_CACHE_URL, where the processes note which answers were used',
    ]);
  });

  it('leave the variables of the live tests alone', () => {
    expect(problemsOf({ CORADB_TEST_HOST: 'somewhere' })).toEqual([]);
  });
});

describe('a given value over a limit that is not given', () => {
  it('is a problem and never raises the limit', () => {
    expect(problemsOf({ CORADB_MAX_ROWS: '6000' })).toEqual([
      'CORADB_MAX_ROWS=6000: must not be over CORADB_MAX_ROWS_LIMIT (5000)',
    ]);
    expect(problemsOf({ CORADB_CALL_TIMEOUT_MS: '600001' })).toEqual([
      'CORADB_CALL_TIMEOUT_MS=600001: must not be over CORADB_MAX_TIMEOUT_MS (600000)',
    ]);
  });
});

describe('a default that a stricter setting undercuts', () => {
  it('follows it', () => {
    expect(loadSettings({ CORADB_MAX_ROWS_LIMIT: '100' }, '').coradb.maxRows).toBe(100);
    expect(loadSettings({ CORADB_MAX_TIMEOUT_MS: '1000' }, '').coradb.callTimeoutMs).toBe(1000);
  });
});

describe('.env', () => {
  it('gives CORADB_* variables only, and the environment wins', () => {
    const loaded = loadSettings(
      { CORADB_PORT: '30000' },
      'CORADB_PORT=1\nCORADB_HOST=db.example\nPATH=/nowhere\nCORADB_WRITE_MODE=OFF\n',
    );
    expect(loaded.coradb).toMatchObject({ port: 30000, host: 'db.example', writeMode: 'off' });
    expect(loaded.fromDotenv).toEqual(['CORADB_HOST', 'CORADB_WRITE_MODE']);
  });

  it.each([
    ['coradb_write_mode=off', 'coradb_write_mode: unknown setting; did you mean CORADB_WRITE_MODE?'],
    ['Coradb_Write_Mode=off', 'Coradb_Write_Mode: unknown setting; did you mean CORADB_WRITE_MODE?'],
    ['CORADB_WRITE_MODE off', '.env line 1: CORADB_WRITE_MODE is not assigned; write NAME=value'],
    [
      'CORADB-WRITE-MODE=off',
      '.env line 1: CORADB-WRITE-MODE: unknown setting; names have _ between their words',
    ],
    ['set CORADB_WRITE_MODE=off', '.env line 1: CORADB_WRITE_MODE is not assigned; write NAME=value'],
    ['$env:CORADB_WRITE_MODE=off', '.env line 1: CORADB_WRITE_MODE is not assigned; write NAME=value'],
    ['- CORADB_WRITE_MODE=off', '.env line 1: CORADB_WRITE_MODE is not assigned; write NAME=value'],
    ['"CORADB_WRITE_MODE"=off', '.env line 1: CORADB_WRITE_MODE is not assigned; write NAME=value'],
    ['\u200bCORADB_WRITE_MODE=off', '.env line 1: CORADB_WRITE_MODE is not assigned; write NAME=value'],
    ['export CORADB_WRITE_MODE', '.env line 1: CORADB_WRITE_MODE is not assigned; write NAME=value'],
  ])('never ignores %s', (line, problem) => {
    expect(problemsOf({}, line)).toEqual([problem]);
  });

  it.each(['utf8', 'utf16le'] as const)('is read as %s', (encoding) => {
    const mark = encoding === 'utf16le' ? '\ufeff' : '';
    expect(dotenvText(Buffer.from(`${mark}CORADB_WRITE_MODE=off\r\n`, encoding))).toBe(
      'CORADB_WRITE_MODE=off\r\n',
    );
  });

  it('may hold comments, other names and settings of other programs', () => {
    expect(problemsOf({}, '# CORADB_WRITE_MODE off\nOTHER thing\nexport CORADB_PORT=30000\n')).toEqual([]);
  });

  it('is checked like the environment', () => {
    expect(problemsOf({}, 'CORADB_WRITE_MOD=off')).toEqual([
      'CORADB_WRITE_MOD: unknown setting; did you mean CORADB_WRITE_MODE?',
    ]);
  });
});
