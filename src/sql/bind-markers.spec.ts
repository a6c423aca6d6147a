import { describe, expect, it } from 'vitest';
import { markersOf } from './bind-markers.js';
import { DEFAULT_LEXICAL_SETTINGS } from './lexical-settings.js';
import { readTokens } from './statement-tokens.js';
import { positionAt } from '../text/text-position.js';

const findBindMarkers = (sql: string) => markersOf(sql, readTokens(sql, DEFAULT_LEXICAL_SETTINGS));
const places = (sql: string): string[] =>
  findBindMarkers(sql)
    .positional.map((offset) => positionAt(sql, offset))
    .map(({ line, column }) => `${line}:${column}`);

describe('the bind markers of a statement', () => {
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
      positional: [74],
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
});
