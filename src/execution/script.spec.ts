import { atEdge } from '../../test/helpers/at-edge.js';
import { describe, expect, it } from 'vitest';
import type { Parameter } from '../driver/value.js';
import type { Call } from './call.js';
import { parseScript, shownSql } from './script.js';

function parse(sql: string, params?: readonly Parameter[], maxStatements = 3) {
  return parseScript({ sql, ...(params && { params }) } as Call, maxStatements);
}

describe('the statements of a call', () => {
  it('are split at their semicolons', () => {
    const statements = parse("SELECT 1; SELECT ';'");
    expect(statements).toMatchObject([{ text: 'SELECT 1' }, { text: "SELECT ';'", start: 10 }]);
  });

  it('are as many as the settings allow', () => {
    expect(parse('a;b;c')).toHaveLength(3);
    expect(atEdge(() => parse('a;b;c;d'))).toThrow(
      '4 statements; at most 3 are allowed (CORADB_MAX_STATEMENTS)',
    );
  });

  it.each(['', ' \r\n\t', '-- nothing', ';;/* x */;'])('are none in %j, which is refused', (sql) => {
    expect(() => parse(sql)).toThrow('holds no statement');
  });

  it('take values only one by one', () => {
    expect(parse('SELECT ?', [1])).toHaveLength(1);
    expect(() => parse('SELECT ?; SELECT 1', [1])).toThrow('"params" works with a single statement');
  });

  it('are ambiguous when only the settings of the server tell where they end', () => {
    expect(parse("SELECT '\\'; DROP TABLE t; --'")).toBe('ambiguous');
    const settings = { ansiQuotes: true, noBackslashEscapes: false };
    const call = { sql: "SELECT '\\'; DROP TABLE t; --'" } as Call;
    expect(parseScript(call, 3, settings)).toHaveLength(1);
    expect(parseScript(call, 3, { ...settings, noBackslashEscapes: true })).toHaveLength(2);
  });

  it('are refused with the place when a string never ends', () => {
    expect(() => parse("SELECT 1;\nSELECT 'abc")).toThrow('line 2, column 8');
  });
});

it('a reply repeats the first 500 characters of a statement', () => {
  expect(shownSql('x'.repeat(500))).toBe('x'.repeat(500));
  expect(shownSql('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
});
