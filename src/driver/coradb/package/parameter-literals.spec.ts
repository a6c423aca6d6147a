import { describe, expect, it } from 'vitest';
import type { LexicalSettings } from '../../../sql/lexical-settings.js';
import type { Parameter } from '../../value.js';
import { withLiterals } from './parameter-literals.js';

const DEFAULTS: LexicalSettings = { ansiQuotes: true, noBackslashEscapes: true };
const one = (parameter: Parameter, settings = DEFAULTS): string =>
  withLiterals('?', [parameter], settings).trim();

describe('a parameter as a literal', () => {
  it.each<[Parameter, string]>([
    [null, 'NULL'],
    [true, '1'],
    [42, '42'],
    [-42, '(-42)'],
    [9_007_199_254_740_991, 'CAST(9007199254740991 AS BIGINT)'],
    [0.5, '5e-1'],
    [-1.25, '(-1.25e+0)'],
    ['', "''"],
    ["O'Neil \\ ?", "'O''Neil \\ ?'"],
    [{ type: 'NUMERIC', value: '-12345678901234567890.120' }, '(-12345678901234567890.120)'],
    [{ type: 'BIGINT', value: '-9223372036854775808' }, 'CAST((-9223372036854775808) AS BIGINT)'],
    [{ type: 'DATE', value: '2024-02-29' }, "CAST('2024-02-29' AS DATE)"],
    [{ type: 'DATETIME', value: '2024-02-29 23:59:58.123' }, "CAST('2024-02-29 23:59:58.123' AS DATETIME)"],
    [{ type: 'VARBIT', value: '0fA0' }, "X'0fa0'"],
    [{ type: 'JSON', value: '{"a":1}' }, `CAST('{"a":1}' AS JSON)`],
    [{ type: 'VARCHAR', value: null }, 'NULL'],
  ])('%j is %s', (parameter, literal) => {
    expect(one(parameter)).toBe(literal);
  });

  it('doubles backslashes only where they escape', () => {
    expect(one("\\'", DEFAULTS)).toBe("'\\'''");
    expect(one("\\'", { ...DEFAULTS, noBackslashEscapes: false })).toBe("'\\\\'''");
  });

  it('cannot leave its place: a minus never meets another, a word never another', () => {
    expect(withLiterals('SELECT 1-?,a?', [-1, 2], DEFAULTS)).toBe('SELECT 1- (-1) ,a 2 ');
  });

  it.each<[Parameter, RegExp]>([
    ['a\0b', /Parameter 1 holds NUL/],
    [{ type: 'DOUBLE', value: 'NaN' }, /Parameter 1/],
    [{ type: 'INT', value: 'twelve' }, /Parameter 1 \(INT\) does not fit/],
    [{ type: 'DATE', value: "2024-02-29'; DROP TABLE t" }, /Parameter 1 \(DATE\) does not fit/],
    [{ type: 'OBJECT', value: '@1|2|3' }, /type this driver package cannot bind/],
  ])('%j is refused', (parameter, message) => {
    expect(() => one(parameter)).toThrow(message);
  });
});

describe('bind markers', () => {
  it('are those the server sees, not every question mark', () => {
    const sql = `SELECT '?', "?", [?], ? /* ? */ FROM t -- ?`;
    expect(withLiterals(sql, [1], DEFAULTS)).toBe(`SELECT '?', "?", [?],  1  /* ? */ FROM t -- ?`);
  });

  it('must have a value each', () => {
    expect(() => withLiterals('SELECT ?, ?', [1], DEFAULTS)).toThrow(
      'The statement has 2 bind markers, but 1 parameters were given',
    );
  });
});
