import type { AsciiText } from '../ascii-text.js';
import { type Charset, UnfitValueError } from '../charset.js';
import { type ScalarInput, TypeCode, type ValueDecoder, type WireType } from '../column-type.js';
import { WireFormatError } from '../reader.js';
import { textEnd } from './text.js';

const MAX_DIGITS = 38;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const INPUT = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
const UNFIT = `a decimal number of at most ${MAX_DIGITS} digits`;

/** Digits and scale exactly as the server wrote them. */
export const numericType: WireType = {
  code: TypeCode.NUMERIC,
  names: ['NUMERIC', 'DECIMAL', 'DEC'],
  decoder: numericDecoder,
  encode: (value) => Buffer.from(`${plainDecimal(value)}\0`, 'latin1'),
};

function numericDecoder(_: Charset, ascii: AsciiText): ValueDecoder {
  return (buffer, start, size) => {
    const end = textEnd(buffer, start, size);
    checkDigits(buffer, start, end);
    return { kind: 'decimal', text: ascii.sliceKnown(start, end) };
  };
}

/** An optional minus, digits, and a point with digits behind it. Loops, because it runs for every value. */
function checkDigits(buffer: Buffer, start: number, end: number): void {
  const first = buffer[start] === MINUS ? start + 1 : start;
  const point = skipDigits(buffer, first, end);
  const stop = buffer[point] === POINT ? skipDigits(buffer, point + 1, end) : point;
  // At least one digit, none missing behind a point, and nothing else.
  if (stop !== end || buffer[end - 1] === POINT || first === end) {
    throw new WireFormatError('a decimal number', start);
  }
}

function skipDigits(buffer: Buffer, start: number, end: number): number {
  let index = start;
  while (index < end && ((buffer[index] as number) - ZERO) >>> 0 < 10) index += 1;
  return index;
}

/**
 * The number without an exponent (−204) and with at most 38 digits, where the server counts a zero before the
 * point (−649, cas-protocol §4.4.1). The text is kept as written unless one of the two demands otherwise.
 */
function plainDecimal(value: ScalarInput): string {
  const match = INPUT.exec(typeof value === 'boolean' ? String(Number(value)) : String(value));
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (whole === '' && fraction === '') throw new UnfitValueError(UNFIT);
  const shifted = shift(whole, fraction, Number(exponent));
  const wholeDigits =
    shifted.whole.length + shifted.fraction.length > MAX_DIGITS
      ? shifted.whole.replace(/^0+/, '')
      : shifted.whole;
  if (wholeDigits.length + shifted.fraction.length > MAX_DIGITS) throw new UnfitValueError(UNFIT);
  return sign + wholeDigits + (shifted.fraction === '' ? '' : `.${shifted.fraction}`);
}

/** Moves the point by `exponent` digits to the right. */
function shift(whole: string, fraction: string, exponent: number): { whole: string; fraction: string } {
  if (exponent === 0) return { whole, fraction };
  const digits = whole + fraction;
  const point = whole.length + exponent;
  if (point <= 0) return { whole: '0', fraction: '0'.repeat(-point) + digits };
  return {
    whole: digits
      .slice(0, point)
      .padEnd(point, '0')
      .replace(/^0+(?=\d)/, ''),
    fraction: digits.slice(point),
  };
}
