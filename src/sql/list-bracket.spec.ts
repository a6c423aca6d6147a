import { expect, it } from 'vitest';
import { DEFAULT_LEXICAL_SETTINGS, type LexicalSettings } from './lexical-settings.js';
import { tokenize } from './lexer.js';

const LISTS: LexicalSettings = { ...DEFAULT_LEXICAL_SETTINGS, lists: true };

function quotedNames(sql: string, settings = LISTS): string[] {
  return tokenize(sql, settings)
    .filter(({ kind }) => kind === 'quotedName')
    .map(({ start, end }) => sql.slice(start, end));
}

it.each([
  'SELECT [1, 2, 3] @> [1]',
  "SELECT ['a;b', 'c]d']",
  'SELECT [ ], [-1], [(1)], [[1], [2]], [?], [.5]',
  "SELECT x[1], x[i], x['k'], f(x)[1], (x)[a], x[1][2]",
])('lists and elements in %s are no names', (sql) => {
  expect(quotedNames(sql)).toEqual([]);
});

it.each([
  ['SELECT [id] FROM [product] AS [a b]', ['[id]', '[product]', '[a b]']],
  ['SELECT[id]FROM[product]', ['[id]', '[product]']],
  ['SELECT dba.[order], [select]', ['[order]', '[select]']],
  ['SELECT 1 FROM MATCH (a)-[e:part of]->(b), (c)- [ [e] : x]->(d)', ['[e:part of]', '[ [e]']],
])('names stay names in %s', (sql, names) => {
  expect(quotedNames(sql)).toEqual(names);
});

it('are quoted names for an engine without lists', () => {
  expect(quotedNames('SELECT [1, 2] FROM x[1]', DEFAULT_LEXICAL_SETTINGS)).toEqual(['[1, 2]', '[1]']);
});
