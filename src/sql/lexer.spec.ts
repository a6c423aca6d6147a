import { describe, expect, it } from 'vitest';
import { Lexer, tokenize } from './lexer.js';
import { DEFAULT_LEXICAL_SETTINGS, type LexicalSettings } from './lexical-settings.js';

const ESCAPES: LexicalSettings = { ansiQuotes: true, noBackslashEscapes: false };
const STRINGS: LexicalSettings = { ansiQuotes: false, noBackslashEscapes: false };

/** Tokens as `kind text`, without white space. */
function lex(sql: string, settings = DEFAULT_LEXICAL_SETTINGS): string[] {
  const tokens = tokenize(sql, settings);
  expect(tokens.map((token) => sql.slice(token.start, token.end)).join('')).toBe(sql);
  return tokens
    .filter((token) => token.kind !== 'whitespace')
    .map((token) => `${token.kind} ${sql.slice(token.start, token.end)}${token.unterminated ? ' …' : ''}`);
}

describe('words and numbers', () => {
  it('keeps dots out of words', () => {
    expect(lex('s.NEXT_VALUE')).toEqual(['word s', 'symbol .', 'word NEXT_VALUE']);
    expect(lex('[s] . "n"')).toEqual(['quotedName [s]', 'symbol .', 'quotedName "n"']);
  });

  it.each([
    ['4.5', ['number 4.5']],
    ['1e10', ['number 1e10']],
    ['1.5E-3f', ['number 1.5E-3f']],
    ['.5', ['number .5']],
    ['1.', ['number 1.']],
    ['1.a', ['number 1.', 'word a']],
    ['1abc', ['number 1', 'word abc']],
    ['1e', ['number 1', 'word e']],
    ['0x4aG', ['number 0x4a', 'word G']],
    ['0b102', ['number 0b10', 'number 2']],
    ['0X4a', ['number 0', 'word X4a']],
    ['127.0.0.1', ['number 127.0.0.1']],
    ['1-1', ['number 1', 'symbol -', 'number 1']],
  ])('reads %s', (sql, tokens) => {
    expect(lex(sql)).toEqual(tokens);
  });

  it('takes # and every character above U+007F into words', () => {
    expect(lex('a#b #c 한글 x；y \u00a0z a$b')).toEqual([
      'word a#b',
      'word #c',
      'word 한글',
      'word x；y',
      'word \u00a0z',
      'word a',
      'symbol $',
      'word b',
    ]);
  });

  it('takes form feed and vertical tab for symbols, not for white space', () => {
    expect(lex('\f1\v')).toEqual(['symbol \f', 'number 1', 'symbol \v']);
  });
});

describe('strings', () => {
  it('glues a prefix only to the quote directly behind it', () => {
    expect(lex("N'a' _utf8'b' _utf8 'c' DATE'd' ax'e'")).toEqual([
      "string N'a'",
      "string _utf8'b'",
      'word _utf8',
      "string 'c'",
      'word DATE',
      "string 'd'",
      'word ax',
      "string 'e'",
    ]);
  });

  it('knows no prefix behind a dot or arrow', () => {
    expect(lex(`t.x'\\';'`, ESCAPES)).toEqual(['word t', 'symbol .', 'word x', `string '\\';'`]);
    expect(lex(`a->x'b'`)).toEqual(['word a', 'symbol -', 'symbol >', 'word x', "string 'b'"]);
    expect(lex(`a->>x'b'`)).toEqual(['word a', 'symbol -', 'symbol >', 'symbol >', "string x'b'"]);
  });

  it('ends hex and bit strings at the next quote', () => {
    expect(lex("X'4a''4b'")).toEqual(["string X'4a'", "string '4b'"]);
    expect(lex(`b'\\' 1`, ESCAPES)).toEqual([`string b'\\'`, 'number 1']);
    expect(lex(`1x'\\' ,2`, ESCAPES)).toEqual(['number 1', `string x'\\'`, 'symbol ,', 'number 2']);
    expect(lex(`\\Nx'\\' ,2`, ESCAPES)).toEqual(['symbol \\N', `string x'\\'`, 'symbol ,', 'number 2']);
  });

  it('doubles quotes and follows the backslash setting', () => {
    expect(lex("'it''s'")).toEqual(["string 'it''s'"]);
    expect(lex(`'\\' ;`)).toEqual([`string '\\'`, 'separator ;']);
    expect(lex(`'\\' ;`, ESCAPES)).toEqual([`string '\\' ; …`]);
    expect(lex(`'a\\\\' ;`, ESCAPES)).toEqual([`string 'a\\\\'`, 'separator ;']);
  });

  it('reads double quotes by the setting, and as a string in the query of DBLINK', () => {
    expect(lex(`"a\\"`)).toEqual([`quotedName "a\\"`]);
    expect(lex(`"a\\"b"`, STRINGS)).toEqual([`string "a\\"b"`]);
    expect(lex('DBLINK("s", "SELECT 1") "x"')).toEqual([
      'word DBLINK',
      'symbol (',
      'quotedName "s"',
      'symbol ,',
      'string "SELECT 1"',
      'symbol )',
      'quotedName "x"',
    ]);
  });
});

describe('names, comments, markers', () => {
  it('reads the three quotings of a name', () => {
    expect(lex('"a""b" `a``b` [a]]')).toEqual([
      'quotedName "a""b"',
      'quotedName `a``b`',
      'quotedName [a]',
      'symbol ]',
    ]);
  });

  it('ends line comments at LF or CR', () => {
    expect(lex('1--a;b\r;4//2\n;--')).toEqual([
      'number 1',
      'comment --a;b',
      'separator ;',
      'number 4',
      'comment //2',
      'separator ;',
      'comment --',
    ]);
  });

  it('reads block comments and hints', () => {
    expect(lex('/*/ x */ /**/ /*+ RECOMPILE */ --+ a\n//+ b')).toEqual([
      'comment /*/ x */',
      'comment /**/',
      'hint /*+ RECOMPILE */',
      'hint --+ a',
      'hint //+ b',
    ]);
    expect(lex('/* a')).toEqual(['comment /* a …']);
  });

  it('tells bind markers from labels of a pattern', () => {
    expect(lex("? ?:3 ?: '?'")).toEqual([
      'bindMarker ?',
      'bindMarker ?:3',
      'bindMarker ?',
      'symbol :',
      "string '?'",
    ]);
    expect(lex('(p:product)')).toEqual(['symbol (', 'word p', 'symbol :', 'word product', 'symbol )']);
  });
});

describe('5 MB texts', () => {
  const size = 5 * 1024 * 1024;
  it.each([
    ['quotes', "''"],
    ['opening quotes', "'"],
    ['comment starts', '/*'],
    ['brackets', '['],
    ['backslashes in a string', "'\\\\"],
    ['dots and digits', '1.'],
    ['addresses', '127.0.0.'],
    ['DBLINK', 'DBLINK(s,"a")'],
  ])(
    'covers every character of %s once',
    (_name, part) => {
      const sql = part.repeat(Math.floor(size / part.length));
      const lexer = new Lexer(sql, STRINGS);
      let at = 0;
      for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
        if (token.start !== at || token.end <= at) expect.fail(`token at ${token.start}, expected ${at}`);
        at = token.end;
      }
      expect(at).toBe(sql.length);
    },
    60_000,
  );
});
