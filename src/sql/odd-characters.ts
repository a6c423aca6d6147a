import { InputError } from '../errors/call-error.js';
import { Lexer } from './lexer.js';
import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { describePosition, positionAt } from '../text/text-position.js';

/** Nearly every text: nothing in it could be taken for something else. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;
/** The words of a text in another script, nearly all. */
const LETTERS = /^(?:[\t\n\r\x20-\x7e]|(?![\p{Default_Ignorable_Code_Point}\uff01-\uff5e])[\p{L}\p{N}])*$/u;
/** Nothing to see, or seen as a blank: white space that the engine does not know, controls, format characters. */
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const PUNCTUATION = /\p{P}/u;
/** Letters of their names: the Catalan and the Katakana middle dot, and what the Unicode rules for names add. */
const NAME_PUNCTUATION = /[\u00b7\u0387\u30fb\uff65]/;
/** They join letters of scripts that are written so, and parts of an emoji. */
const JOINER = /[\u200c\u200d]/;
const VARIATION = /[\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
const JOINED = /[\p{L}\p{M}\p{So}\p{Sk}]/u;
const UNJOINED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hangul}]/u;

/** Characters that look like one of SQL's, and what was meant. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ...each('\u2018\u2019\u201a\u201b\u2032\u2035\u00b4\u2039\u203a', "'"),
  ...each('\u201c\u201d\u201e\u201f\u2033\u2036\u301d\u301e\u301f\u00ab\u00bb', '"'),
  ...each('\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-'),
  ...each('\u2217\u00d7\u22c5', '*'),
  ...each('\u2044\u2215\u00f7', '/'),
  ...each('\u2260', '<>'),
  ...each('\u2264', '<='),
  ...each('\u2265', '>='),
  ...each('\u2236\uff1a', ':'),
  ...each('\u201a\u3001\uff64', ','),
  ...each('\u037e\u061b', ';'),
  ...each('\u3002\uff61', '.'),
  ...each('\u2192', '->'),
  ...each('\u2190', '<-'),
]);

function each(characters: string, meant: string): (readonly [string, string])[] {
  return [...characters].map((character) => [character, meant] as const);
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['\u00a0', 'NO-BREAK SPACE'],
  ['\u00ad', 'SOFT HYPHEN'],
  ['\u034f', 'COMBINING GRAPHEME JOINER'],
  ['\u2007', 'FIGURE SPACE'],
  ['\u2009', 'THIN SPACE'],
  ['\u200b', 'ZERO WIDTH SPACE'],
  ['\u200c', 'ZERO WIDTH NON-JOINER'],
  ['\u200d', 'ZERO WIDTH JOINER'],
  ['\u200e', 'LEFT-TO-RIGHT MARK'],
  ['\u200f', 'RIGHT-TO-LEFT MARK'],
  ['\u2013', 'EN DASH'],
  ['\u2014', 'EM DASH'],
  ['\u2018', 'LEFT SINGLE QUOTATION MARK'],
  ['\u2019', 'RIGHT SINGLE QUOTATION MARK'],
  ['\u201c', 'LEFT DOUBLE QUOTATION MARK'],
  ['\u201d', 'RIGHT DOUBLE QUOTATION MARK'],
  ['\u2028', 'LINE SEPARATOR'],
  ['\u2029', 'PARAGRAPH SEPARATOR'],
  ['\u202e', 'RIGHT-TO-LEFT OVERRIDE'],
  ['\u202f', 'NARROW NO-BREAK SPACE'],
  ['\u2060', 'WORD JOINER'],
  ['\u2212', 'MINUS SIGN'],
  ['\u3000', 'IDEOGRAPHIC SPACE'],
  ['\u3164', 'HANGUL FILLER'],
  ['\ufeff', 'BYTE ORDER MARK'],
]);

/**
 * Refuses a character that shows as nothing, as a blank or as a sign of SQL and is none, outside of literals, quoted
 * names and comments. The engine takes every character above U+007F for a letter (engine-behaviour, "Tokens"), so that
 * `FROM<U+00A0>orders` becomes an alias: a wrong answer without a word. Letters of any script, digits and symbols such as
 * emoji are names and stay.
 *
 * @throws InputError naming the character, its code point, its place and what to write
 */
export function checkCharacters(sql: string, settings?: LexicalSettings): void {
  if (PLAIN.test(sql)) return;
  const offsets = (settings === undefined ? possibleSettings(sql) : [settings]).map((candidate) =>
    oddOffset(sql, candidate),
  );
  const [offset] = offsets;
  // Where the settings decide whether it stands in a literal, the engine is asked for them first.
  if (offset === undefined || offsets.includes(undefined)) return;
  throw oddCharacter(sql, offset);
}

function oddOffset(sql: string, settings: LexicalSettings): number | undefined {
  // An editor's mark before the text is dropped when it is split.
  const lexer = new Lexer(sql, settings, sql.startsWith('\ufeff') ? 1 : 0);
  let isFirstWord = true;
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    const { kind, start, end } = token;
    if (kind === 'separator') isFirstWord = true;
    if (kind !== 'word' && kind !== 'symbol') continue;
    const text = sql.slice(start, end);
    if (!LETTERS.test(text)) {
      const at = oddIndex(text, isFirstWord && kind === 'word');
      if (at !== undefined) return start + at;
    }
    if (kind === 'word') isFirstWord = false;
  }
  return undefined;
}

/** @param isVerb no statement begins with a letter beyond ASCII, so that a full-width one is a look-alike */
function oddIndex(word: string, isVerb: boolean): number | undefined {
  let at = 0;
  let before = '';
  for (const character of word) {
    const behind = word.slice(at + character.length);
    if (isOdd(character, before, behind) || (isVerb && isFullWidthLetter(character))) return at;
    at += character.length;
    before = character;
  }
  // Full-width digits are digits to a reader and letters to the engine.
  return /^[\uff10-\uff19]+$/.test(word) ? 0 : undefined;
}

function isOdd(character: string, before: string, behind: string): boolean {
  if (PLAIN.test(character) || NAME_PUNCTUATION.test(character)) return false;
  if (JOINER.test(character)) {
    const [next = ''] = behind;
    return [before, next].some((side) => !(JOINED.test(side) || VARIATION.test(side)) || UNJOINED.test(side));
  }
  if (VARIATION.test(character)) return !/[\p{So}\p{Sk}\p{Script=Han}\p{Script=Mongolian}]/u.test(before);
  return (
    INVISIBLE.test(character) ||
    PUNCTUATION.test(character) ||
    MEANT.has(character) ||
    (isFullWidth(character) && !/[\p{L}\p{N}]/u.test(character))
  );
}

function isFullWidth(character: string): boolean {
  return character >= '\uff01' && character <= '\uff5e';
}

function isFullWidthLetter(character: string): boolean {
  return isFullWidth(character) && /\p{L}/u.test(character);
}

function oddCharacter(sql: string, offset: number): InputError {
  const character = String.fromCodePoint(sql.codePointAt(offset) ?? 0);
  const position = positionAt(sql, offset);
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const name = NAMES.get(character);
  const shown = name ?? (INVISIBLE.test(character) ? 'an invisible character' : character);
  const meant = meantBy(character);
  const hint =
    meant === undefined
      ? 'Leave it out; where it belongs to a name, quote the name.'
      : `Write ${meant}; where it belongs to a text or a name, quote that.`;
  return new InputError(
    `${shown} (${code}) stands at ${describePosition(position)}, outside of quotes: the engine would take it for a letter.`,
    { position, hint },
  );
}

/** What to write in its place; undefined for what is to be left out. */
function meantBy(character: string): string | undefined {
  const known = MEANT.get(character);
  if (known !== undefined) return known;
  if (isFullWidth(character)) return character.normalize('NFKC');
  return /\p{Z}|[\u000b\u000c\u0085]/u.test(character) ? 'a blank' : undefined;
}
