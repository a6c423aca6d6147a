import { describe, expect, it } from 'vitest';
import { checkParameterCount, findBindMarkers } from './bind-markers.js';
import { DEFAULT_LEXICAL_SETTINGS } from './lexical-settings.js';

const places = (sql: string): string[] =>
  findBindMarkers(sql).positional.map(({ line, column }) => `${line}:${column}`);

describe('findBindMarkers', () => {
  it.each([
    ['SELECT ?', ['1:8']],
    ['SELECT * FROM t\nWHERE a = ? AND b IN (?,?)', ['2:11', '2:23', '2:25']],
    ['SELECT ?:0, ?:1', ['1:8', '1:13']],
    ['SELECT 1 /* ? */ -- ?\n, \'?\', "?", [?], `?`', []],
    ['SELECT 1 AS "a?"', []],
    ['SELECT 1 --?\r, ?', ['1:16']],
    ['CREATE PROCEDURE p AS BEGIN a := ?; END', []],
  ])('%s', (sql, expected) => {
    expect(places(sql)).toEqual(expected);
  });

  it('reports named markers, but not the labels of a pattern', () => {
    expect(findBindMarkers('SELECT :a, "x" FROM t WHERE b = :b').named.map(({ name }) => name)).toEqual([
      'a',
      'b',
    ]);
    const pattern = 'SELECT c.name FROM MATCH (p:product)-[:part_of]->(:category) WHERE p.id = ?';
    expect(findBindMarkers(pattern)).toEqual({
      named: [],
      positional: [{ offset: 74, line: 1, column: 75 }],
    });
    expect(findBindMarkers('SELECT @x := 5').named).toEqual([]);
  });

  it.each([
    ["SELECT '1'::INT, a :: DATE, (1)::x, f(?)::y", []],
    ["SELECT {'k':v, k:w, 'm' : n}, MAP {1:a, (2):b, 'c':d}", []],
    ["SELECT {'k': :v, k::w}, :x, ':y'", ['v', 'x']],
    ["SELECT '1': :a, b = :c::INT, (:d)", ['a', 'c', 'd']],
    ['SELECT {k:{m:n}}, a : b', ['b']],
    ['SELECT 1 FROM MATCH p:product WHERE p.id = :x', ['x']],
    ['SELECT 1 FROM MATCH ALL SHORTEST (p:product)-[:part_of]->(:category)', []],
  ])('tells casts and keys from named markers in %s', (sql, expected) => {
    expect(findBindMarkers(sql).named.map(({ name }) => name)).toEqual(expected);
  });

  it('refuses to guess when the settings decide', () => {
    const sql = `SELECT '\\' ? \\''`;
    expect(() => findBindMarkers(sql)).toThrow('depends on settings of the server');
    expect(findBindMarkers(sql, { ansiQuotes: true, noBackslashEscapes: false }).positional).toHaveLength(0);
    expect(findBindMarkers(sql, DEFAULT_LEXICAL_SETTINGS).positional).toHaveLength(1);
  });
});

describe('checkParameterCount', () => {
  const check = (sql: string, count: number) => (): void => checkParameterCount(findBindMarkers(sql), count);

  it('accepts one value for each marker', () => {
    expect(check('SELECT ?, ?', 2)).not.toThrow();
    expect(check('SELECT 1', 0)).not.toThrow();
  });

  it('names the first marker without a value', () => {
    expect(check('SELECT ?,\n ?', 1)).toThrow(
      'The statement has 2 bind markers, but 1 value was given in params. The first without one is at line 2, column 2.',
    );
    expect(check('SELECT ?', 3)).toThrow(
      'The statement has 1 bind marker, but 3 values were given in params.',
    );
  });

  it('refuses named markers', () => {
    expect(check('SELECT :a', 1)).toThrow(':a at line 1, column 8 is a named marker');
  });
});
