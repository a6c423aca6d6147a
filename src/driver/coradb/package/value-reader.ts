import type { Value } from '../../value.js';
import { datetimeText, dateText, timestampText, timeText } from './wall-clock-date.js';

/** Which types a package hands out exactly; found out by `connection-probe.ts` on every connection. */
export interface ExactTypes {
  readonly bigint: boolean;
  /** NUMERIC of any precision. */
  readonly numeric: boolean;
  readonly zoned: boolean;
  readonly collections: boolean;
}

/** What is known about the column a value is of. */
export interface ValueColumn {
  /** Name of `column-type.ts`. */
  readonly type: string;
  readonly precision?: number;
  readonly scale?: number;
}

/** A value that the package did not hand out exactly; `reason` completes "is not shown, because …". */
export class InexactValueError extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'InexactValueError';
  }
}

type Read = (value: NonNullable<unknown>, column: ValueColumn, exact: ExactTypes) => Value;

/** Digits of a NUMERIC that survive being a JavaScript number. */
const EXACT_DIGITS = 15;

/**
 * A value of a package as the port has it. Whatever the package may have got wrong is refused, never passed on:
 * node-cubrid 11 keeps the low 32 bits of a BIGINT, 15 digits of a NUMERIC, and takes a collection for its elements.
 * @throws InexactValueError
 */
export function readValue(value: unknown, column: ValueColumn, exact: ExactTypes): Value {
  if (value instanceof Error) throw new InexactValueError(`the package says "${value.message}"`);
  if (isMistakenCollection(column, exact)) {
    throw new InexactValueError('the package takes a collection for one of its elements');
  }
  if (value === null || value === undefined) return null;
  const read = READERS.get(column.type);
  if (read === undefined) throw new InexactValueError(`the package does not know the type (${column.type})`);
  return read(value, column, exact);
}

/** The server gives precision 0 to collections, and to no scalar of these types (cas-protocol §4.3). */
function isMistakenCollection({ type, precision }: ValueColumn, exact: ExactTypes): boolean {
  return precision === 0 && !exact.collections && !ZERO_PRECISION.has(type) && READERS.has(type);
}

const ZERO_PRECISION: ReadonlySet<string> = new Set([
  'Enum',
  'Json',
  'Blob',
  'Clob',
  'Object',
  'Set',
  'MultiSet',
  'Sequence',
]);

const readText: Read = (value) => {
  if (typeof value !== 'string') throw wrongForm('text');
  if (value.includes('\ufffd')) throw new InexactValueError('its text is not UTF-8');
  return value;
};

/** node-cubrid 11 reads the sign bit as a digit. */
const readShort: Read = (value) => {
  const number = integer(value);
  return number > 32_767 ? number - 65_536 : number;
};

const readInt: Read = (value) => integer(value);

const readBigInt: Read = (value, _column, exact) => {
  if (!exact.bigint) throw new InexactValueError('the package cuts BIGINT to 32 bits');
  if (typeof value === 'bigint') return value;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  throw wrongForm('a whole number');
};

const readNumeric: Read = (value, { precision, scale }, exact) => {
  if (typeof value === 'string' && /^[+-]?\d*\.?\d*$/.test(value) && exact.numeric) {
    return { kind: 'decimal', text: value };
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongForm('a decimal number');
  const isExact = precision !== undefined && precision > 0 && precision <= EXACT_DIGITS;
  if (!isExact || scale === undefined || scale < 0) {
    throw new InexactValueError(`the package rounds NUMERIC to ${EXACT_DIGITS} digits`);
  }
  return { kind: 'decimal', text: value.toFixed(scale) };
};

const readDouble: Read = (value) => {
  if (typeof value !== 'number') throw wrongForm('a number');
  return value;
};

const wallClock =
  (format: (date: Date) => string): Read =>
  (value) => {
    if (value instanceof Date && !Number.isNaN(value.getTime())) return format(value);
    if (typeof value === 'string') return value;
    throw wrongForm('a date or time');
  };

/** node-cubrid 11: `{ datetime: Date, timezone: string }`. */
const zoned =
  (format: (date: Date) => string): Read =>
  (value, _column, exact) => {
    if (!exact.zoned) throw new InexactValueError('the package does not read times with a zone right');
    if (typeof value === 'string') return value;
    const { datetime, timezone } = value as { readonly datetime?: unknown; readonly timezone?: unknown };
    if (!(datetime instanceof Date) || typeof timezone !== 'string') throw wrongForm('a time with its zone');
    return `${format(datetime)} ${timezone}`;
  };

const readBinary: Read = (value) => {
  if (value instanceof Uint8Array) return value;
  throw wrongForm('bytes');
};

/** node-cubrid 11 writes `OID:` in front; an object that points nowhere is null, as with the built-in client. */
const readObject: Read = (value) => {
  const match = typeof value === 'string' ? /^(?:OID:)?(@\d+\|\d+\|\d+)$/.exec(value) : null;
  if (match?.[1] === undefined) throw wrongForm('an object identifier');
  return match[1] === '@0|0|0' ? null : match[1];
};

/** Byte 4 of a packed LOB handle holds the length as an i64 (cas-protocol §4.14). */
const lob =
  (type: 'BLOB' | 'CLOB'): Read =>
  (value) => {
    const { packedLobHandle, lobLength } = value as { packedLobHandle?: unknown; lobLength?: unknown };
    if (Buffer.isBuffer(packedLobHandle) && packedLobHandle.length >= 12) {
      return { kind: 'lob', type, length: packedLobHandle.readBigInt64BE(4) };
    }
    if (typeof lobLength === 'bigint') return { kind: 'lob', type, length: lobLength };
    throw wrongForm('a large object');
  };

const readCollection: Read = (value, _column, exact) => {
  if (!exact.collections || !Array.isArray(value)) {
    throw new InexactValueError('the package does not read collections');
  }
  return value.map(readElement);
};

/** The element type is not handed out, so only forms that cannot be misread are taken. */
function readElement(element: unknown): Value {
  if (element === null || typeof element === 'string' || typeof element === 'bigint') return element;
  if (typeof element === 'number' && Number.isSafeInteger(element)) return element;
  if (Array.isArray(element)) return element.map(readElement);
  throw wrongForm('an element of a collection');
}

const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ...['Char', 'String', 'NChar', 'VarNChar', 'Enum', 'Json'].map((type) => [type, readText] as const),
  ['Short', readShort],
  ['Int', readInt],
  ['BigInt', readBigInt],
  ['Numeric', readNumeric],
  ['Monetary', readDouble],
  ['Float', readDouble],
  ['Double', readDouble],
  ['Date', wallClock(dateText)],
  ['Time', wallClock(timeText)],
  ['Timestamp', wallClock(timestampText)],
  ['DateTime', wallClock(datetimeText)],
  ['TimestampTZ', zoned(timestampText)],
  ['TimestampLTZ', zoned(timestampText)],
  ['DateTimeTZ', zoned(datetimeText)],
  ['DateTimeLTZ', zoned(datetimeText)],
  ['Bit', readBinary],
  ['VarBit', readBinary],
  ['Object', readObject],
  ['Blob', lob('BLOB')],
  ['Clob', lob('CLOB')],
  ['Set', readCollection],
  ['MultiSet', readCollection],
  ['Sequence', readCollection],
]);

function integer(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw wrongForm('a whole number');
}

function wrongForm(expected: string): InexactValueError {
  return new InexactValueError(`the package hands out something else than ${expected}`);
}
