import { describe, expect, it } from 'vitest';
import { loadSettings } from './load-settings.js';
import { SettingsError } from './settings-error.js';

const URL_ONLY = { ARANGO_URL: 'http://localhost:8529' };

const problemsOf = (env: Record<string, string>, dotenv = ''): readonly string[] => {
  try {
    loadSettings(env, dotenv);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
};

describe('without ARANGO_URL', () => {
  it('there are no ArangoDB settings', () => {
    const loaded = loadSettings({ CORADB_PORT: '30000' }, '');
    expect(loaded.arango).toBeUndefined();
    expect(loaded.offersCoradb).toBe(true);
    expect(loadSettings({}, '').offersCoradb).toBe(true);
  });

  it('the other ArangoDB settings are a problem, not ignored', () => {
    expect(problemsOf({ ARANGO_WRITE_MODE: 'off' })).toEqual([
      'ARANGO_URL: must be set when other ARANGO_* settings are',
    ]);
  });
});

describe('with ARANGO_URL', () => {
  it('has these defaults', () => {
    expect({ ...loadSettings(URL_ONLY, '').arango }).toEqual({
      url: ['http://localhost:8529'],
      database: '_system',
      databases: ['*'],
      username: 'root',
      password: undefined,
      token: undefined,
      tlsCaFile: undefined,
      writeMode: 'write',
      tools: ['read', 'write', 'admin', 'graph', 'export'],
      confirm: 'never',
      systemCollections: 'read',
      maxRows: 200,
      maxRowsLimit: 5000,
      callTimeoutMs: 120000,
      maxTimeoutMs: 600000,
      queryTimeoutMs: 60000,
      memoryLimit: 0,
      maxCellChars: 20000,
      maxResponseChars: 200000,
      maxConcurrentCalls: 32,
      backupRoot: undefined,
      exportMaxDocuments: 100000,
    });
  });

  it('alone, offers no CoraDB tools; one CORADB_* variable brings them back', () => {
    expect(loadSettings(URL_ONLY, '').offersCoradb).toBe(false);
    expect(loadSettings({ ...URL_ONLY, CORADB_TEST_HOST: 'x' }, '').offersCoradb).toBe(false);
    expect(loadSettings({ ...URL_ONLY, CORADB_DRIVER: 'embedded' }, '').offersCoradb).toBe(true);
    expect(loadSettings(URL_ONLY, 'CORADB_HOST=db.example').offersCoradb).toBe(true);
  });

  it('takes several coordinators', () => {
    expect(loadSettings({ ARANGO_URL: 'https://a:8529, https://b:8529' }, '').arango?.url).toEqual([
      'https://a:8529',
      'https://b:8529',
    ]);
  });

  it('is read from .env too', () => {
    const loaded = loadSettings({}, 'ARANGO_URL=http://db.example:8529\nARANGO_WRITE_MODE=DryRun\nOTHER=1\n');
    expect(loaded.arango).toMatchObject({ url: ['http://db.example:8529'], writeMode: 'dryrun' });
    expect(loaded.fromDotenv).toEqual(['ARANGO_URL', 'ARANGO_WRITE_MODE']);
  });

  it('makes a default follow a stricter limit', () => {
    expect(loadSettings({ ...URL_ONLY, ARANGO_MAX_ROWS_LIMIT: '50' }, '').arango?.maxRows).toBe(50);
  });
});

describe('wrong ArangoDB settings', () => {
  it('are all reported at once, with the nearest name', () => {
    expect(
      problemsOf({
        ...URL_ONLY,
        ARANGO_MAX_ROWS: '0',
        ARANGO_WRITE_MODES: 'off',
        ARANGO_PASSWORD: '',
        CORADB_PORT: '0',
      }),
    ).toEqual([
      'CORADB_PORT=0: must be a whole number from 1 to 65535',
      'ARANGO_PASSWORD=(hidden): must be a password that is not empty',
      'ARANGO_MAX_ROWS=0: must be a whole number from 1 to 1000000 (rows)',
      'ARANGO_WRITE_MODES: unknown setting; did you mean ARANGO_WRITE_MODE?',
    ]);
  });

  it.each([
    ['ftp://a', 'ARANGO_URL: address 1 must start with http:// or https://'],
    ['not an address', 'ARANGO_URL: address 1 is none; write it as http://host:8529'],
    [
      'http://root:hunter2@a',
      'ARANGO_URL: address 1 must not hold credentials; use ARANGO_USERNAME and ARANGO_PASSWORD, or ARANGO_TOKEN',
    ],
    ['http://a/?x=1', 'ARANGO_URL: address 1 must not have a query or a fragment'],
  ])('include the address %j', (url, problem) => {
    expect(problemsOf({ ARANGO_URL: url })).toEqual([problem]);
  });

  it('include a token beside a password, limits that contradict each other and a relative folder', () => {
    expect(
      problemsOf({
        ...URL_ONLY,
        ARANGO_TOKEN: 'x',
        ARANGO_PASSWORD: 'y',
        ARANGO_CALL_TIMEOUT_MS: '10',
        ARANGO_MAX_TIMEOUT_MS: '5',
        ARANGO_BACKUP_ROOT: 'exports',
      }),
    ).toEqual([
      'ARANGO_CALL_TIMEOUT_MS=10: must not be over ARANGO_MAX_TIMEOUT_MS (5)',
      'ARANGO_TOKEN: must not be given together with ARANGO_USERNAME or ARANGO_PASSWORD',
      'ARANGO_BACKUP_ROOT=exports: must be an absolute folder path',
    ]);
  });

  it('leave the variables of the live tests alone', () => {
    expect(problemsOf({ ARANGO_TEST_URL: 'http://somewhere' })).toEqual([]);
  });
});
