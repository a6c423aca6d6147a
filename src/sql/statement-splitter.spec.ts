import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LexicalSettings } from './lexical-settings.js';
import { splitStatements, type SplitResult } from './statement-splitter.js';

interface SplitterCase {
  readonly name: string;
  readonly sql: string;
  readonly statements: readonly string[] | null;
  readonly why: string;
  readonly settings?: { readonly ansi_quotes: boolean; readonly no_backslash_escapes: boolean };
}

const CASES = JSON.parse(
  readFileSync(new URL('../../test/fixtures/cases/splitter.json', import.meta.url), 'utf8'),
) as SplitterCase[];

const ESCAPES: LexicalSettings = { ansiQuotes: true, noBackslashEscapes: false };

function texts(result: SplitResult): readonly string[] | null {
  return result.kind === 'statements' ? result.statements.map(({ text }) => text) : null;
}

function refusal(sql: string, settings?: LexicalSettings): string {
  const result = splitStatements(sql, settings);
  if (result.kind !== 'refused') return 'not refused';
  const { position, message, hint } = result.error;
  return `${result.reason} ${position?.line}:${position?.column} (${position?.offset}) ${message} ${hint}`;
}

describe(`the ${CASES.length} measured cases of splitter.json`, () => {
  it('are all there', () => {
    expect(CASES).toHaveLength(150);
  });

  it.each(CASES)('$name: $why', ({ sql, statements, settings }) => {
    const known = settings && {
      ansiQuotes: settings.ansi_quotes,
      noBackslashEscapes: settings.no_backslash_escapes,
    };
    expect(texts(splitStatements(sql, known))).toEqual(statements);
  });
});

describe('places', () => {
  it('gives offsets, lines and columns in the text as it was sent', () => {
    const sql = '\ufeff-- first\r\nSELECT 1 ;\n  SELECT 2\n';
    const result = splitStatements(sql);
    expect(result).toEqual({
      kind: 'statements',
      statements: [
        {
          text: '-- first\r\nSELECT 1',
          start: 1,
          end: 19,
          position: { offset: 1, line: 1, column: 2 },
        },
        { text: 'SELECT 2', start: 24, end: 32, position: { offset: 24, line: 3, column: 3 } },
      ],
    });
  });

  it('drops a byte order mark at the very beginning only', () => {
    expect(texts(splitStatements('\ufeffSELECT 1'))).toEqual(['SELECT 1']);
    expect(texts(splitStatements('\ufeff'))).toEqual([]);
    expect(texts(splitStatements('SELECT 1;\ufeffSELECT 2'))).toEqual(['SELECT 1', '\ufeffSELECT 2']);
  });
});

describe('refusals', () => {
  it('names the NUL character', () => {
    expect(refusal('SELECT 1;\nSELECT\0 2')).toMatch(
      /^nul 2:7 \(16\) There is a NUL character at line 2, column 7/,
    );
  });

  it('names what never ends, whatever the settings', () => {
    expect(refusal("SELECT 1;\n SELECT 'abc")).toMatch(
      /^unterminated 2:9 \(18\) The string that begins at line 2, column 9 never ends\./,
    );
    expect(refusal('SELECT 1 AS "a')).toMatch(/^unterminated 1:13 .*The quoted name/);
    expect(refusal('SELECT 1 /* a')).toMatch(/^unterminated 1:10 .*The comment/);
    expect(refusal('SELECT /*+ a')).toMatch(/^unterminated 1:8 .*The hint/);
    expect(refusal('CREATE PROCEDURE p AS BEGIN NULL; SELECT 1')).toMatch(
      /^unterminated 1:22 .*The body of the/,
    );
    expect(refusal(`SELECT 'a\\'`, ESCAPES)).toMatch(/^unterminated 1:8 /);
  });

  it('tells an ambiguous text, its place, and what to do', () => {
    expect(refusal(`SELECT 'x';\nSELECT '\\'; DROP TABLE t; --'`)).toBe(
      'ambiguous 2:8 (19) Where a statement ends depends on settings of the server: the quoted text at line 2, ' +
        'column 8 ends at different places with and without backslash escapes. Bind the value as a parameter, or ' +
        'send the statements one per call, without a backslash before a quote.',
    );
    expect(texts(splitStatements(`SELECT '\\'; DROP TABLE t; --'`, ESCAPES))).toEqual([
      `SELECT '\\'; DROP TABLE t; --'`,
    ]);
  });
});

describe('bodies of stored routines', () => {
  it.each([
    ['quoted IS', 'CREATE PROCEDURE [is] AS BEGIN NULL; END; SELECT 1', 2],
    ['IS behind a dot', 'CREATE FUNCTION s.is RETURN INT; SELECT 1', 2],
    ['no OR REPLACE word between', 'CREATE TABLE procedure1 AS SELECT 1; SELECT 1', 2],
    ['endpoint is no END', 'CREATE PROCEDURE p AS BEGIN endpoint := 1; END; SELECT 1', 2],
    ['double quotes hide END', 'CREATE PROCEDURE p AS "end" INT; BEGIN "end;" := 1; END; SELECT 1', 2],
    ['CR does not end a comment in a body', 'CREATE PROCEDURE p AS BEGIN --\rEND;\nEND; SELECT 1', 2],
    ['last line comment without LF is none', 'CREATE PROCEDURE p AS BEGIN NULL; -- END; DROP TABLE t', 2],
    [
      'END IF with a comment between',
      'CREATE PROCEDURE p AS BEGIN IF a THEN NULL; END /**/ IF; END; END; SELECT 1',
      2,
    ],
    ['language in a comment', 'CREATE PROCEDURE p AS -- LANGUAGE JAVA\r BEGIN NULL; END; SELECT 1', 2],
    [
      'a CASE expression as default',
      'CREATE PROCEDURE p AS a INT := CASE 1 WHEN 1 THEN 2 END; BEGIN NULL; END; SELECT 1',
      2,
    ],
    ['two routines', 'CREATE PROCEDURE p AS BEGIN NULL; END; CREATE PROCEDURE q AS BEGIN NULL; END', 2],
  ])('%s', (_name, sql, count) => {
    expect(texts(splitStatements(sql))).toHaveLength(count);
  });
});
