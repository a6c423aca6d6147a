import { atEdge } from '../../test/helpers/at-edge.js';
import { describe, expect, it } from 'vitest';
import { checkClientWords } from './client-words.js';
import { checkOtherLanguages } from './other-languages.js';

describe('a word of a client program', () => {
  it.each([
    ['DELIMITER $$\nCREATE PROCEDURE p() AS BEGIN NULL; END $$', 'DELIMITER at line 1, column 1', 'its END'],
    ['SELECT 1;\ndelimiter //', 'DELIMITER at line 2, column 1', 'Leave it out'],
    ['SELECT 1\nGO\nSELECT 2', 'GO at line 2, column 1', 'separated by ;'],
    ['SELECT 1;\n  go;', 'GO at line 2, column 3', 'separated by ;'],
    ['SELECT * FROM orders\\G', '\\G at line 1, column 21', 'separated by ;'],
    ['SELECT 1\n/', '/ at line 2, column 1', 'separated by ;'],
    [';schema orders', ';schema at line 1, column 1', 'describe_schema'],
    ['SELECT 1;\n;sc t', ';sc at line 2, column 1', 'describe_schema'],
    [';plan detail', ';plan', 'explain_query'],
    [';ex', ';ex', 'Leave it out'],
    ['source x.sql', 'SOURCE at line 1, column 1', 'statements of the file'],
    ['\\. x.sql', '\\. at line 1, column 1', 'statements of the file'],
    ['\\i x.sql', '\\i at line 1, column 1', 'statements of the file'],
    ['use shop', 'USE at line 1, column 1', 'names its database'],
    ['\\d orders', '\\d at line 1, column 1', 'describe_schema'],
    ['.tables', '.tables at line 1, column 1', 'describe_schema'],
    ['@schema.sql', '@schema at line 1, column 1', 'statements of the file'],
    ['exit', 'EXIT at line 1, column 1', 'Leave it out'],
  ])('%j is named', (sql, message, hint) => {
    expect(atEdge(() => checkClientWords(sql))).toThrow(
      expect.objectContaining({
        layer: 'input',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  it.each([
    'SELECT go FROM t',
    'SELECT 1 AS\ngo\nFROM t',
    'SELECT 4\n/\n2',
    "SELECT '\nGO\n', '\\G'",
    '-- DELIMITER $$\nSELECT 1',
    'SELECT 1\n;SELECT 2',
    'SELECT \\N, \\USD10',
    'SELECT source, exit, schema FROM t',
    'CREATE TABLE delimiter (id INT)',
    'SELECT .5',
  ])('%j is SQL', (sql) => {
    expect(() => checkClientWords(sql)).not.toThrow();
  });
});

describe('a form of another language', () => {
  it.each([
    ['EXPLAIN SELECT 1', 'EXPLAIN of a query', 'explain_query'],
    ['SELECT 1; explain analyze SELECT 2', 'line 1, column 11', 'explain_query'],
    ['EXPLAIN (FORMAT json) SELECT 1', 'EXPLAIN of a query', 'explain_query'],
    ['MATCH (a:product)-[:part_of]->(c:category) RETURN a', 'begins with MATCH', 'FROM MATCH (a:label)'],
    ['OPTIONAL MATCH (a) RETURN a', 'begins with OPTIONAL', 'FROM MATCH'],
  ])('%j is shown the form that runs', (sql, message, hint) => {
    expect(atEdge(() => checkOtherLanguages(sql))).toThrow(
      expect.objectContaining({
        layer: 'input',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  it.each(['EXPLAIN orders', 'SELECT a.id FROM MATCH (a:product)', "SELECT 'MATCH ('", 'DESC t'])(
    '%j is SQL',
    (sql) => {
      expect(() => checkOtherLanguages(sql)).not.toThrow();
    },
  );
});
