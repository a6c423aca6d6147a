import { describe, expect, it } from 'vitest';
import { parseIndexParts } from './index-text.js';
import { coradbTypeName, enumMembers, parseDefault, sequenceOfDefault } from './types.js';

describe('a DuckDB type', () => {
  it.each([
    ['DECIMAL(10,2)', 'NUMERIC(10,2)'],
    ['SMALLINT', 'SHORT'],
    ['TIMESTAMP', 'DATETIME'],
    ['TIMESTAMP_S', 'TIMESTAMP'],
    ['TIMESTAMP_MS', 'DATETIME'],
    ['INTEGER[]', 'INTEGER[]'],
  ])('%s is printed as %s', (duckdb, coradb) => expect(coradbTypeName(duckdb)).toBe(coradb));

  it('tells the members of an ENUM', () => {
    expect(enumMembers(`ENUM('a', 'it''s', 'b, c')`)).toEqual(['a', "it's", 'b, c']);
    expect(enumMembers('VARCHAR')).toBeUndefined();
  });
});

describe('a DuckDB default', () => {
  it.each([
    ['1.5', 'literal'],
    [`'it''s'`, 'literal'],
    [`CAST('t' AS BOOLEAN)`, 'literal'],
    ['current_timestamp', 'expression'],
    ['(1 + 2)', 'expression'],
  ])('%s is a %s', (sql, kind) => expect(parseDefault(sql)).toEqual({ sql, kind }));

  it.each([
    [`nextval('order_serial')`, 'order_serial'],
    [`nextval('main."My Seq"')`, 'My Seq'],
    ['nextval', undefined],
  ])('%s takes the sequence %s', (text, name) => expect(sequenceOfDefault(text)).toBe(name));
});

describe('the text of a DuckDB index', () => {
  it.each([
    ['CREATE INDEX i ON t(a, b);', [{ column: 'a' }, { column: 'b' }]],
    ['CREATE UNIQUE INDEX i ON t("a b", (lower("c")));', [{ column: 'a b' }, { expression: 'lower("c")' }]],
    [`CREATE INDEX i ON t((concat(a, ',')));`, [{ expression: `concat(a, ',')` }]],
    ['nonsense', []],
  ])('%s', (sql, parts) => expect(parseIndexParts(sql)).toEqual(parts));
});
