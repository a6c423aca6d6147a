import { UnfitValueError } from '../charset.js';
import { expectSize, type ScalarInput, TypeCode, type WireType } from '../column-type.js';

/**
 * An integer from a number, its decimal text, or a boolean (1 or 0).
 * @param bits width of the signed type
 * @throws UnfitValueError
 */
function toInteger(value: ScalarInput, bits: 16 | 32 | 64): bigint {
  const integer = parseInteger(value);
  if (integer === undefined || BigInt.asIntN(bits, integer) !== integer) {
    const limit = 1n << BigInt(bits - 1);
    throw new UnfitValueError(`an integer from ${-limit} to ${limit - 1n}`);
  }
  return integer;
}

function parseInteger(value: ScalarInput): bigint | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'string')
    return /^[+-]?\d{1,20}$/.test(value) ? BigInt(value.replace('+', '')) : undefined;
  return Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

export const shortType: WireType = {
  code: TypeCode.SHORT,
  names: ['SHORT', 'SMALLINT'],
  decoder: () => decodeShort,
  encode(value) {
    const payload = Buffer.allocUnsafe(2);
    payload.writeInt16BE(Number(toInteger(value, 16)));
    return payload;
  },
};

function decodeShort(buffer: Buffer, start: number, size: number): number {
  expectSize(size, 2, 'SHORT', start);
  return buffer.readInt16BE(start);
}

export const intType: WireType = {
  code: TypeCode.INT,
  names: ['INT', 'INTEGER'],
  decoder: () => decodeInt,
  encode(value) {
    const payload = Buffer.allocUnsafe(4);
    payload.writeInt32BE(Number(toInteger(value, 32)));
    return payload;
  },
};

/** Faster than `readInt32BE`, as the size was checked before; it runs for every value. */
function readInt32(buffer: Buffer, start: number): number {
  return (
    ((buffer[start] as number) << 24) |
    ((buffer[start + 1] as number) << 16) |
    ((buffer[start + 2] as number) << 8) |
    (buffer[start + 3] as number)
  );
}

function decodeInt(buffer: Buffer, start: number, size: number): number {
  expectSize(size, 4, 'INT', start);
  return readInt32(buffer, start);
}

/** Always a `bigint`, never a number that may have lost its last digits. */
export const bigintType: WireType = {
  code: TypeCode.BIGINT,
  names: ['BIGINT'],
  decoder: () => decodeBigint,
  encode(value) {
    const payload = Buffer.allocUnsafe(8);
    payload.writeBigInt64BE(toInteger(value, 64));
    return payload;
  },
};

/** Twice as fast as `readBigInt64BE`, which adds two bigints; this runs for every value. */
const HALVES = new DataView(new ArrayBuffer(8));

function decodeBigint(buffer: Buffer, start: number, size: number): bigint {
  expectSize(size, 8, 'BIGINT', start);
  HALVES.setInt32(0, readInt32(buffer, start));
  HALVES.setInt32(4, readInt32(buffer, start + 4));
  return HALVES.getBigInt64(0);
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
/** The server stores them bit for bit (cas-protocol §4.4.1). */
const SPECIAL = new Set(['NaN', 'Infinity', '-Infinity']);

/** A number from a number, its text, or a boolean. @throws UnfitValueError */
function toFloating(value: ScalarInput): number {
  if (typeof value === 'string' && !DECIMAL.test(value) && !SPECIAL.has(value)) {
    throw new UnfitValueError('a number');
  }
  const number = Number(value);
  if (typeof value === 'string' && !Number.isFinite(number) && !SPECIAL.has(value)) {
    throw new UnfitValueError('a number within the range of a double');
  }
  return number;
}

export const floatType: WireType = {
  code: TypeCode.FLOAT,
  names: ['FLOAT', 'REAL'],
  decoder: () => decodeFloat,
  encode(value) {
    const number = toFloating(value);
    if (Number.isFinite(number) && !Number.isFinite(Math.fround(number))) {
      throw new UnfitValueError('a number within the range of a float');
    }
    const payload = Buffer.allocUnsafe(4);
    payload.writeFloatBE(number);
    return payload;
  },
};

function decodeFloat(buffer: Buffer, start: number, size: number): number {
  expectSize(size, 4, 'FLOAT', start);
  return shortestForFloat(buffer.readFloatBE(start));
}

/** Below it a float has fewer than its usual 6 digits. */
const SMALLEST_NORMAL = 2 ** -126;

/**
 * The number with the fewest digits that is still this float (`Math.fround` gives it back): 0.1 rather than
 * 0.10000000149011612, as csql and JDBC show it. 9 digits always suffice for a float.
 */
function shortestForFloat(float: number): number {
  const size = Math.abs(float);
  if (Number.isInteger(float) && size < 2 ** 24) return float;
  if (size < 100) {
    // At most 6 digits; no two numbers of 6 digits are the same float, so this one is the shortest.
    const rounded = Math.round(float * 1e4) / 1e4;
    if (Math.fround(rounded) === float) return rounded;
  }
  for (let digits = size < SMALLEST_NORMAL ? 1 : 6; digits < 9; digits++) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return short;
  }
  return Number.isFinite(float) ? Number(float.toPrecision(9)) : float;
}

export const doubleType: WireType = {
  code: TypeCode.DOUBLE,
  names: ['DOUBLE', 'DOUBLE PRECISION'],
  decoder: () => decodeDouble,
  encode(value) {
    const payload = Buffer.allocUnsafe(8);
    payload.writeDoubleBE(toFloating(value));
    return payload;
  },
};

function decodeDouble(buffer: Buffer, start: number, size: number): number {
  expectSize(size, 8, 'DOUBLE', start);
  return buffer.readDoubleBE(start);
}

/** A double on the wire; its currency is lost by the protocol (cas-protocol §5.3). */
export const monetaryType: WireType = { ...doubleType, code: TypeCode.MONETARY, names: ['MONETARY'] };
