import { describe, expect, it } from 'vitest';
import { loadSettings } from './load-settings.js';
import { SettingsError } from './settings-error.js';

const read = (env: Record<string, string>, dotenv = '') => {
  try {
    return { problems: [], warnings: loadSettings(env, dotenv).warnings };
  } catch (error) {
    if (error instanceof SettingsError) return { problems: error.problems, warnings: [] };
    throw error;
  }
};
const FINE = { problems: [], warnings: [] };

describe('a name whose prefix is mistyped', () => {
  it.each([
    ['CORABD_WRITE_MODE', 'CORADB_WRITE_MODE'],
    ['OCRADB_WRITE_MODE', 'CORADB_WRITE_MODE'],
    ['CORADBWRITE_MODE', 'CORADB_WRITE_MODE'],
    ['CORDB_WRITE_MODE', 'CORADB_WRITE_MODE'],
    ['CORADDB_WRITE_MODE', 'CORADB_WRITE_MODE'],
    ['CORADV_WRITE_MODE', 'CORADB_WRITE_MODE'],
    ['CORA_DB_WRITE_MODE', 'CORADB_WRITE_MODE'],
    ['coradbwritemode', 'CORADB_WRITE_MODE'],
    ['CORDB_WRITE_MOD', 'CORADB_WRITE_MODE'],
    ['CORDB_DATABASES', 'CORADB_DATABASES'],
    ['CORADBHOST', 'CORADB_HOST'],
    ['COARDB_HTTP_TOKENS', 'CORADB_HTTP_TOKENS'],
    ['ARANGODB_WRITE_MODE', 'ARANGO_WRITE_MODE'],
    ['ARNAGO_WRITE_MODE', 'ARANGO_WRITE_MODE'],
  ])('%s stops the start, in the environment and in .env', (name, variable) => {
    const problems = [`${name}: unknown setting; did you mean ${variable}?`];
    expect(read({ [name]: 'off' })).toEqual({ problems, warnings: [] });
    expect(read({}, `${name}=off`)).toEqual({ problems, warnings: [] });
  });

  it.each([' CORADB_WRITE_MODE', 'CORADB-WRITE-MODE', 'CORADB.WRITE_MODE'])(
    'as %j in the environment stops the start too',
    (name) => {
      const problems = [`${name}: unknown setting; did you mean CORADB_WRITE_MODE?`];
      expect(read({ [name]: 'off' }).problems).toEqual(problems);
    },
  );

  it.each([
    ['COREDB_HOST', 'CORADB_HOST'],
    ['CORA_DB_HOST', 'CORADB_HOST'],
    ['ARANGODB_URL', 'ARANGO_URL'],
  ])('%s, which may be of another program, is a warning', (name, variable) => {
    const warnings = [`${name} is not read; if ${variable} was meant, correct the name`];
    expect(read({ [name]: 'x' })).toEqual({ problems: [], warnings });
    expect(read({}, `${name}=x`)).toEqual({ problems: [], warnings });
  });

  it.each(['CORA_THEME', 'CORA_WRITE_MODE', 'CORD_HOST', 'WRITE_MODE', 'ORADB_HOST', 'CORS_ALLOWED_HOSTS'])(
    '%s means nothing',
    (name) => {
      expect(read({ [name]: 'off' }, `${name}=off`)).toEqual(FINE);
    },
  );
});

describe('a setting within another value of .env', () => {
  const within = (name: string, of: string) => [
    `.env line 1: ${name} is part of the value of ${of}; give each setting a line of its own, or put that value in quotes`,
  ];

  it.each([
    ['A=1; CORADB_WRITE_MODE=off', 'CORADB_WRITE_MODE', 'A'],
    ['A=1;CORADB_WRITE_MODE=off', 'CORADB_WRITE_MODE', 'A'],
    ['A=1 CORADB_WRITE_MODE=off', 'CORADB_WRITE_MODE', 'A'],
    ['A=1 && export CORADB_WRITE_MODE=off', 'CORADB_WRITE_MODE', 'A'],
    ['A="1"; B="2 3" CORADB_WRITE_MODE=off', 'CORADB_WRITE_MODE', 'A'],
    ['A=1; CORABD_WRITE_MODE=off', 'CORABD_WRITE_MODE', 'A'],
    ['CORADB_DRIVER=embedded; CORADB_WRITE_MODE=off', 'CORADB_WRITE_MODE', 'CORADB_DRIVER'],
    ['ARANGO_PASSWORD="x\nCORADB_WRITE_MODE=off\nB=y"', 'CORADB_WRITE_MODE', 'ARANGO_PASSWORD'],
  ])('%j stops the start', (line, name, of) => {
    expect(read({ ARANGO_URL: 'http://a' }, line).problems).toEqual(within(name, of));
  });

  it.each([
    'set CORABD_WRITE_MODE=off',
    '-e CORABD_WRITE_MODE=off',
    'docker run --env CORABD_WRITE_MODE=off',
    'CORABD_WRITE_MODE off',
  ])('no line of an .env file: %s', (line) => {
    expect(read({}, line).problems).toEqual([
      '.env line 1: CORABD_WRITE_MODE is not assigned; write NAME=value',
    ]);
  });

  it.each([
    'NOTE="first\nCORADB_WRITE_MODE=off\nlast"',
    "NOTE='A=1; CORADB_WRITE_MODE=off'",
    'NOTE=1 # CORADB_WRITE_MODE=off',
    'RUN=docker run -e CORADB_HOST=db image',
    'LINK=https://a.example/?x=1&CORADB_HOST=b',
    'NOTE="first\nset CORADB_WRITE_MODE off\nlast"',
    'A=1; CORA_THEME=dark',
    'CORA_THEME dark',
  ])('%j is of another program', (text) => {
    expect(read({}, text)).toEqual(FINE);
  });

  it('does not hide the settings that follow', () => {
    expect(read({}, 'A="x\ny"\nCORADB_WRITE_MODE off').problems).toEqual([
      '.env line 3: CORADB_WRITE_MODE is not assigned; write NAME=value',
    ]);
  });
});
