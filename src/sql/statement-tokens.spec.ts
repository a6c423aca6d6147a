import { describe, expect, it } from 'vitest';
import { findBindMarkers } from './bind-markers.js';
import { counterNotes, createdSerial } from './counter-notes.js';
import { checkDryRun } from './dry-run-check.js';
import { DEFAULT_LEXICAL_SETTINGS, possibleSettings } from './lexical-settings.js';
import { readTokens, rememberingReader, type TokenReader } from './statement-tokens.js';
import { checkReadOnly } from './read-only-check.js';
import { checkServerFiles } from './server-files-check.js';
import { checkTransactionControl } from './transaction-control.js';

const ESCAPED = { ...DEFAULT_LEXICAL_SETTINGS, noBackslashEscapes: false };

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

describe('a reader that remembers', () => {
  it('reads a text once under each settings', () => {
    const read = rememberingReader();
    const sql = "SELECT 'a\\' , ?";
    const tokens = read(sql, DEFAULT_LEXICAL_SETTINGS);
    expect([...tokens]).toEqual([...readTokens(sql, DEFAULT_LEXICAL_SETTINGS)]);
    expect(read(sql, { ...DEFAULT_LEXICAL_SETTINGS })).toBe(tokens);
    expect([...read(sql, ESCAPED)]).toEqual([...readTokens(sql, ESCAPED)]);
    expect(read(sql, ESCAPED)).not.toBe(tokens);
    expect(read('SELECT 1', DEFAULT_LEXICAL_SETTINGS)).toHaveLength(2);
  });

  it.each<[string, (sql: string, read: TokenReader) => unknown]>([
    ['bind markers', (sql, read) => findBindMarkers(sql, undefined, read)],
    ['server files', (text, read) => checkServerFiles({ text }, undefined, read)],
    ['read only', (text, read) => checkReadOnly({ text }, { read })],
    ['dry run', (text, read) => checkDryRun({ text }, undefined, read)],
    ['transaction control', (text, read) => checkTransactionControl({ text }, undefined, read)],
    ['counter notes', (text, read) => counterNotes({ text }, new Set(), undefined, read)],
  ])('is all that the check of %s reads with', (_name, check) => {
    const sql = 'SELECT \'a\\n\', "b" FROM t';
    const asked: unknown[] = [];
    check(sql, (text, settings) => {
      asked.push(settings);
      return readTokens(text, settings);
    });
    expect(asked).toEqual(possibleSettings(sql));
    expect(asked).toHaveLength(4);
  });

  it('serves the name of a serial that is made', () => {
    const made = (text: string) => createdSerial({ text }, undefined, rememberingReader());
    expect([made('CREATE SERIAL s'), made('create serial dba.[s]'), made('CREATE TABLE s (a INT)')]).toEqual([
      'S',
      'S',
      undefined,
    ]);
  });
});
