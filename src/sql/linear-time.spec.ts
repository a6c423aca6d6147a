import { describe, expect, it } from 'vitest';
import { checkDryRun, counterNotes } from '../../test/helpers/statement-checks.js';
import { hiddenEffects } from '../driver/coradb/plan/hidden-effects.js';
import { Lexer } from './lexer.js';
import { DEFAULT_LEXICAL_SETTINGS } from './lexical-settings.js';
import { splitStatements } from './statement-splitter.js';

function countTokens(sql: string): number {
  const lexer = new Lexer(sql, { ansiQuotes: true, noBackslashEscapes: false });
  let tokens = 0;
  while (lexer.next() !== undefined) tokens += 1;
  return tokens;
}

function megabytes(part: string, size: number): string {
  return part.repeat(Math.floor((size * 1024 * 1024) / part.length));
}

describe('work grows with the length of the text', () => {
  it.each(["SELECT 'a\\'b', [c] -- d\n;", 'a.NEXT_VALUE@b ', '1.5e3f', "'''' , ", '( ) ?:1 /**/ \\N '])(
    'twice the text of %j has twice the tokens',
    (part) => {
      const once = countTokens(part.repeat(1000));
      expect(countTokens(part.repeat(2000))).toBe(2 * once);
    },
  );

  // Each of these would take minutes if a step looked at the rest of the text again and again.
  it.each([
    ['statements', "SELECT 'a\\n', ? FROM t;\n", 'statements'],
    ['bodies without line ends', 'CREATE PROCEDURE p AS BEGIN -- END;', 'statements'],
    ['strings that never end', "'\\'", 'refused'],
    ['open brackets', '[', 'refused'],
  ])('5 MB of %s', (_name, part, kind) => {
    expect(splitStatements(megabytes(part, 5)).kind).toBe(kind);
  });

  it('an open body of 1 MB of dashes', () => {
    const body = `CREATE PROCEDURE p AS BEGIN ${megabytes('-', 1)}`;
    expect(splitStatements(body).kind).toBe('refused');
  });

  it('a path of 1 MB of serial steps', () => {
    const statement = { text: `SELECT a${megabytes('.NEXT_VALUE', 1)}` };
    expect(() => checkDryRun(statement, DEFAULT_LEXICAL_SETTINGS)).not.toThrow();
    const [note] = counterNotes(statement, new Set(), DEFAULT_LEXICAL_SETTINGS);
    expect(note).toContain('The counter of serial a keeps');
  });

  it('a plan of 1 MB of marks and literals', () => {
    expect(hiddenEffects(megabytes("Query stmt:\n'incr(' ", 1))).toEqual([
      { kind: 'increment', call: 'incr' },
    ]);
  });
});
