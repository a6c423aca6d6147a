import { describe, expect, it } from 'vitest';
import { tokenize } from './lexer.js';
import { DEFAULT_LEXICAL_SETTINGS } from './lexical-settings.js';
import { nameOf, unquoteName } from './names.js';
import { isSignificant } from './significant-token.js';

describe('unquoteName', () => {
  it.each([
    ['abc', 'abc'],
    ['"a""b"', 'a"b'],
    ['`a``b`', 'a`b'],
    ['[a]', 'a'],
    ['[a[b]', 'a[b'],
    ['""', ''],
    ['"', ''],
    ["'text'", "'text'"],
  ])('%s is %s', (text, name) => {
    expect(unquoteName(text)).toBe(name);
  });
});

it('nameOf folds words and quoted names and ignores the rest', () => {
  const sql = `Incr [incr] "INCR" 'incr' 1 /* incr */ \u017ferial`;
  const tokens = tokenize(sql, DEFAULT_LEXICAL_SETTINGS).filter(isSignificant);
  expect(tokens.map((token) => nameOf(sql, token))).toEqual([
    'INCR',
    'INCR',
    'INCR',
    undefined,
    undefined,
    'SERIAL',
  ]);
});
