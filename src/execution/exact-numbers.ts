import { randomUUID } from 'node:crypto';
import { InputError } from '../errors/call-error.js';
import type { TypedParameter } from '../driver/value.js';

/** Stands before the text of a number that JSON.parse would round; nobody can guess it. */
const MARK = `${randomUUID()} `;
/** Whole numbers from here on are no number of 64 bits either way; a double is what such a number is meant as. */
const BEYOND_BIGINT = 2 ** 64;
const MAX_DECIMAL_DIGITS = 38;
/** A double is written with at most 17 digits, and needs that many only where a decimal number was rounded to it. */
const ROUNDED_DIGITS = 17;
const INEXACT_TYPES: ReadonlySet<string> = new Set([
  'FLOAT',
  'REAL',
  'DOUBLE',
  'MONETARY',
  'VARCHAR',
  'CHAR',
]);

/** No text without a match holds a number that is rounded. */
const LONG_NUMBER = /[\d.]{16}|[eE][+-]?\d{2}/;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],]/g;
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The value of a JSON text, as `JSON.parse` gives it, but for bind parameters of a tool call: a number there that a
 * JavaScript number cannot hold exactly keeps its digits, in a form that only `exactParameter` reads.
 * @throws SyntaxError
 */
export function parseMessage(text: string): unknown {
  return withExactNumbers(JSON.parse(text), () => text);
}

/** The same for a text that was parsed before. @param text asked for only where it may matter */
export function withExactNumbers(value: unknown, text: () => string): unknown {
  if (!hasParameters(value)) return value;
  const written = text();
  const marked = LONG_NUMBER.test(written) ? markedText(written) : written;
  return marked === written ? value : JSON.parse(marked);
}

function hasParameters(message: unknown): boolean {
  const { params } = (message ?? {}) as { params?: { arguments?: { params?: unknown } | null } | null };
  return Array.isArray(params?.arguments?.params);
}

type Step = string | number;

/** The text with marked texts in place of the numbers. */
function markedText(text: string): string {
  const parts: string[] = [];
  /** Of every open object the member that is being read, of every open list the number of the element. */
  const path: Step[] = [];
  let isName = false;
  let from = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const last = path.length - 1;
    if (token === '{' || token === '[') {
      isName = token === '{';
      path.push(isName ? '' : 0);
    } else if (token === '}' || token === ']') {
      isName = false;
      path.pop();
    } else if (token === ',') {
      const step = path[last];
      isName = typeof step === 'string';
      if (typeof step === 'number') path[last] = step + 1;
    } else if (token.startsWith('"')) {
      if (isName) path[last] = JSON.parse(token) as string;
      isName = false;
    } else if (isParameter(path) && !isKept(token)) {
      parts.push(text.slice(from, index), JSON.stringify(`${MARK}${token}`));
      from = index + token.length;
    }
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

function isParameter([message, tool, list, element, member, ...deeper]: readonly Step[]): boolean {
  return (
    message === 'params' &&
    tool === 'arguments' &&
    list === 'params' &&
    typeof element === 'number' &&
    (member === undefined || member === 'value') &&
    deeper.length === 0
  );
}

/** Whether a JavaScript number holds the very value. */
function isKept(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  if (/^-?\d+$/.test(written) && !Number.isSafeInteger(value)) return false;
  return decimalOf(written) === decimalOf(String(value));
}

/** Digits without zeros at both ends, and the power of ten behind them. */
function decimalOf(written: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(written) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/**
 * A bind parameter with the exact value of the number that was written: a plain one becomes a BIGINT or a NUMERIC, of a
 * typed one the value becomes text. Numbers that may have been rounded before they came here are refused.
 * @param place as messages name it: `params[0]`
 * @throws InputError with the place and the form to send
 */
export function exactParameter<T>(value: T, place: string): T | TypedParameter {
  const written = markedNumber(value);
  if (written !== undefined) return typedNumber(written, place);
  if (typeof value === 'number' && isRoundedInteger(value)) throw rounded(place, value, 'BIGINT');
  if (!isTyped(value)) return value;
  const inner = markedNumber(value.value);
  if (inner !== undefined) return { type: value.type, value: inner };
  const { type, value: number } = value;
  if (typeof number !== 'number' || INEXACT_TYPES.has(type.toUpperCase())) return value;
  const digits = decimalOf(String(number)).replace(/e.*/, '').length;
  if (!isRoundedInteger(number) && digits < ROUNDED_DIGITS) return value;
  throw rounded(`${place}.value`, number, type.toUpperCase());
}

function markedNumber(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : undefined;
}

function isTyped(value: unknown): value is TypedParameter {
  return typeof value === 'object' && value !== null && typeof (value as TypedParameter).type === 'string';
}

function isRoundedInteger(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < BEYOND_BIGINT;
}

function typedNumber(written: string, place: string): TypedParameter {
  if (/^-?\d+$/.test(written) && BigInt.asIntN(64, BigInt(written)) === BigInt(written)) {
    return { type: 'BIGINT', value: written };
  }
  const digits = written.replace(/^-?0*/, '').replace('.', '');
  if (/^-?[\d.]+$/.test(written) && digits.length <= MAX_DECIMAL_DIGITS) {
    return { type: 'NUMERIC', value: written };
  }
  throw rounded(place, written, 'NUMERIC');
}

function rounded(place: string, value: number | string, type: string): InputError {
  return new InputError(
    `"${place}" is ${value}: a JSON number does not hold this value exactly, so this may not be the number meant.`,
    { hint: `Give it as text with its type: {"type":"${type}","value":"…"}.` },
  );
}
