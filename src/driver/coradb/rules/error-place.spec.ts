import { describe, expect, it } from 'vitest';
import { errorOffset as duckdbErrorOffset } from '../../embedded/rules/error-place.js';
import { errorOffset } from './error-place.js';

/** Messages as CUBRID 11.4 sent them (captures, engine-behaviour §6), texts as they were sent. */
const CUBRID: [string, string, string | undefined][] = [
  [
    'SELEC 1',
    "Syntax: In line 1, column 1 before ' 1'\nSyntax error: unexpected 'SELEC', expecting SELECT ",
    'SELEC',
  ],
  [
    'SELECT a\nWHERE b\n  FROM t',
    "Syntax: In line 3, column 3 before ' t'\nSyntax error: unexpected 'FROM' ",
    'FROM',
  ],
  [
    'SELECT nocol FROM db_root',
    'Semantic: before \'  FROM db_root\'\nAttribute "nocol" was not found. select nocol',
    'nocol',
  ],
  [
    'UPDATE ed_t SET nocol = 1',
    'Semantic: before \'  = 1\'\nAttribute "nocol" was not found. update',
    'nocol',
  ],
  [
    "INSERT INTO ec_c VALUES ('abc' ,1)",
    "Semantic: before ' ,1)'\nCannot coerce 'abc' to type integer. insert into",
    "'abc'",
  ],
  ['SELECT * FROM NoSuch', 'Syntax: Unknown class "dba.nosuch". select * from [dba.nosuch]', 'NoSuch'],
  ['SELECT 1 FROM t a, t b, t', 'Syntax: Unknown class "dba.t". select', undefined],
  ['SELECT 1/0', 'Semantic: Attempt to divide by zero. select 1/0', undefined],
  ['SELECT 1 +', 'Syntax: syntax error, unexpected end of file ', undefined],
  ['SELECT 1', "Syntax: In line 9, column 3 before ' 1'\nSyntax error", undefined],
  ['SELECT 1', "Syntax: In line 1, column 300 before ' 1'\nSyntax error", undefined],
];

/** Messages of DuckDB 1.5. */
const DUCKDB: [string, string, string | undefined][] = [
  [
    'SELECT 1,\n  nope FROM product',
    'Referenced column "nope" not found in FROM clause!\n\nLINE 2:   nope FROM product\n          ^',
    'nope',
  ],
  ['SELEC 2', 'syntax error at or near "SELEC"\n\nLINE 1: SELEC 2\n        ^', 'SELEC'],
  [
    'SELECT x FROM MATCH (p:product)',
    'not found\n\nLINE 1: SELECT x FROM product AS p\n               ^',
    undefined,
  ],
];

describe('the place of an engine error', () => {
  const cases = [
    ...CUBRID.map((row) => [...row, errorOffset] as const),
    ...DUCKDB.map((row) => [...row, duckdbErrorOffset] as const),
  ];
  it.each(cases)('%s', (text, message, expected, find) => {
    const offset = find(message, text);
    if (expected === undefined) expect(offset).toBeUndefined();
    else expect(text.slice(offset).startsWith(expected)).toBe(true);
  });

  it('is found for a rest that the engine cut, when it stands in the text once', () => {
    const columns = Array.from({ length: 200 }, (_, index) => `c${index}`).join(', ');
    const message = `Semantic: before ' , ${columns.slice(4, 60)}...'\nAttribute "zz" was not found. select`;
    const text = `SELECT zz, ${columns.slice(4)} FROM t`;
    expect(errorOffset(message, text)).toBe(7);
  });
});
