import { describe, expect, it } from 'vitest';
import { checkCharacters } from './odd-characters.js';

describe('a character that shows as another or as nothing', () => {
  it.each([
    [
      'SELECT COUNT(*) FROM\u00a0orders',
      'NO-BREAK SPACE (U+00A0) stands at line 1, column 21',
      'Write a blank',
    ],
    ['SELECT\u200b 1', 'ZERO WIDTH SPACE (U+200B) stands at line 1, column 7', 'Leave it out'],
    [
      'SELECT\n\u201cid\u201d FROM t',
      'LEFT DOUBLE QUOTATION MARK (U+201C) stands at line 2, column 1',
      'Write "',
    ],
    ['SELECT \u2018abc\u2019', 'LEFT SINGLE QUOTATION MARK (U+2018) stands at line 1, column 8', "Write '"],
    ['SELECT id\uff0cname FROM t', '\uff0c (U+FF0C) stands at line 1, column 10', 'Write ,;'],
    ['SELECT (1\uff09', '\uff09 (U+FF09) stands at line 1, column 10', 'Write );'],
    ['SELECT 1\uff1b', '\uff1b (U+FF1B) stands at line 1, column 9', 'Write ;;'],
    ['SELECT a FROM t WHERE a \u2260 1', '\u2260 (U+2260)', 'Write <>'],
    ['SELECT 5 \u2013 3', 'EN DASH (U+2013)', 'Write -'],
    ['SELECT 1\u3000', 'IDEOGRAPHIC SPACE (U+3000)', 'Write a blank'],
    ['SELECT 1 \ufeff', 'BYTE ORDER MARK (U+FEFF)', 'Leave it out'],
    ['SELECT a\u3164b', 'HANGUL FILLER (U+3164)', 'Leave it out'],
    ['SELECT 1 AS a\u202eb', 'RIGHT-TO-LEFT OVERRIDE (U+202E)', 'Leave it out'],
    ['SELECT ab\u200ccd', 'ZERO WIDTH NON-JOINER (U+200C)', 'Leave it out'],
    ['SELECT\u000c1', 'an invisible character (U+000C)', 'Write a blank'],
    ['SELECT 1 LIMIT \uff11\uff10', '\uff11 (U+FF11)', 'Write 1'],
    ['\uff33ELECT 1', '\uff33 (U+FF33)', 'Write S'],
    ['SELECT 1 -- \u00a0\n, \u00a02', 'at line 2, column 3', 'Write a blank'],
    ['SELECT `a` \u037e SELECT 2', 'U+037E', 'Write ;'],
  ])('%j is refused by name', (sql, message, hint) => {
    expect(() => checkCharacters(sql)).toThrow(
      expect.objectContaining({
        layer: 'input',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  it.each([
    // Literals, quoted names, comments.
    "SELECT '\u00a0\u2019\uff0c'",
    'SELECT "a\u00a0b", [c\u200bd], `e\u3000f` FROM t',
    'SELECT 1 /* \u201cquoted\u201d */ -- \u00a0',
    // Letters of other scripts, in names.
    'SELECT 이름, größe, имя, 商品, データ・ベース, col·lecció, शब्द FROM 주문',
    // Persian and Devanagari write names with joiners.
    'SELECT می\u200cخواهم, क्\u200dष FROM t',
    // Full-width letters in a name, emoji with their joiners and variants.
    'SELECT \uff21\uff22 AS \u{1f600}, 1 AS \u{1f468}\u200d\u{1f469}\u200d\u{1f467}, 2 AS \u2764\ufe0f FROM t',
    // Dropped when the text is split.
    '\ufeffSELECT 1',
    "SELECT N'\uff0c', X'41'",
  ])('%j stays', (sql) => {
    expect(() => checkCharacters(sql)).not.toThrow();
  });

  it('waits for the settings where they decide what is a literal', () => {
    const sql = "SELECT 'a\\'\u00a0, 'b'";
    expect(() => checkCharacters(sql)).not.toThrow();
    expect(() => checkCharacters(sql, { ansiQuotes: true, noBackslashEscapes: true })).toThrow('U+00A0');
  });
});
