import { describe, expect, it } from 'vitest';
import { DEFAULT_LEXICAL_SETTINGS } from './lexical-settings.js';
import { readTokens } from './statement-tokens.js';

describe('the tokens of a statement', () => {
  it('have places, names and signs', () => {
    const sql = "a . [b] -> c - > d ; ? 'x'";
    const tokens = readTokens(sql, DEFAULT_LEXICAL_SETTINGS);
    const shown = [...tokens].map(({ kind, name, keyword, symbol, isPart }, at) => [
      sql.slice(tokens.startOf(at), tokens.endOf(at)),
      kind,
      keyword ?? name ?? symbol,
      isPart,
    ]);
    expect(shown).toEqual([
      ['a', 'word', 'A', false],
      ['.', 'symbol', '.', false],
      ['[b]', 'quotedName', 'B', true],
      ['-', 'symbol', '-', false],
      ['>', 'symbol', '>', false],
      ['c', 'word', 'C', true],
      ['-', 'symbol', '-', false],
      ['>', 'symbol', '>', false],
      ['d', 'word', 'D', false],
      [';', 'separator', undefined, false],
      ['?', 'bindMarker', undefined, false],
      ["'x'", 'string', undefined, false],
    ]);
    expect(tokens.map(({ keyword }) => keyword).filter(Boolean)).toEqual(['A', 'D']);
    expect([tokens.startOf(12), tokens.endOf(12)]).toEqual([sql.length, sql.length]);
  });

  it('are one object where they are equal, in any number', () => {
    const many = 3_000;
    const tokens = readTokens('x, '.repeat(many), DEFAULT_LEXICAL_SETTINGS);
    expect(tokens).toHaveLength(2 * many);
    expect(new Set(tokens).size).toBe(2);
    expect(tokens.startOf(2 * many - 1)).toBe(3 * many - 2);
  });
});
