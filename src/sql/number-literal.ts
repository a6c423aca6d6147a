import { CODE, endOfRun, isDigit, isHexDigit } from './character-class.js';

/** The engine reads four numbers of 0 to 255 with dots between as one literal. */
const IPV4 = /(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)/y;

const isBit = (code: number): boolean => code === 0x30 || code === 0x31;

/** Whether a numeric literal begins at `at`: a digit, or a dot directly before one. */
export function isNumberStart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isDigit(code) || (code === CODE.DOT && isDigit(text.charCodeAt(at + 1)));
}

/**
 * End of the numeric literal at `at`, as the engine's own scanner takes it: the longest of integer, `0x…`, `0b…`
 * (lower-case prefix only), real (`1.`, `.5`, `1e5`, `1.5e-3f`) and an IPv4 address. Letters after it are not part
 * of it, so that `1x'\'` is a number and a hex string.
 */
export function endOfNumber(text: string, at: number): number {
  return Math.max(endOfPrefixed(text, at), endOfDecimal(text, at), endOfAddress(text, at));
}

function endOfPrefixed(text: string, at: number): number {
  const prefix = text.slice(at, at + 2);
  if (prefix !== '0x' && prefix !== '0b') return at;
  const end = endOfRun(text, at + 2, prefix === '0x' ? isHexDigit : isBit);
  return end > at + 2 ? end : at;
}

function endOfDecimal(text: string, at: number): number {
  const integerEnd = endOfRun(text, at, isDigit);
  const hasDot = text.charCodeAt(integerEnd) === CODE.DOT;
  const mantissaEnd = hasDot ? endOfRun(text, integerEnd + 1, isDigit) : integerEnd;
  const end = endOfExponent(text, mantissaEnd);
  // The `f` of a float belongs to a literal that has a dot or an exponent.
  const isReal = hasDot || end > mantissaEnd;
  return isReal && (text[end] === 'f' || text[end] === 'F') ? end + 1 : end;
}

function endOfExponent(text: string, at: number): number {
  if (text[at] !== 'e' && text[at] !== 'E') return at;
  const sign = text.charCodeAt(at + 1);
  const digits = sign === CODE.PLUS || sign === CODE.MINUS ? at + 2 : at + 1;
  const end = endOfRun(text, digits, isDigit);
  return end > digits ? end : at;
}

function endOfAddress(text: string, at: number): number {
  IPV4.lastIndex = at;
  return IPV4.test(text) ? IPV4.lastIndex : at;
}
