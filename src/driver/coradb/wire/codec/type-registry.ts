import type { AsciiText } from './ascii-text.js';
import { type Charset, charsetFromBits } from './charset.js';
import {
  type ColumnTypeField,
  readColumnType,
  TypeCode,
  type ValueDecoder,
  type WireType,
} from './column-type.js';
import { WireReader } from './reader.js';
import { bitType, varbitType } from './types/bits.js';
import { collectionDecoder, isCollection } from './types/collection.js';
import {
  datetimeltzType,
  datetimeType,
  datetimetzType,
  dateType,
  timestampltzType,
  timestampType,
  timestamptzType,
  timeType,
} from './types/date-time.js';
import { bigintType, doubleType, floatType, intType, monetaryType, shortType } from './types/numbers.js';
import { numericType } from './types/numeric.js';
import { blobType, clobType, objectType } from './types/references.js';
import { charType, enumType, jsonType, ncharType, varcharType, varncharType } from './types/text.js';

/** A type this client does not decode: its code and bytes, for the caller to show as hex. */
export function opaqueDecoder(typeCode: number): ValueDecoder {
  return (buffer, start, size) => ({ kind: 'opaque', typeCode, bytes: buffer.subarray(start, start + size) });
}

/**
 * A value in a column whose type the server left open starts with a two-byte type (cas-protocol §4.6), except JSON,
 * which comes without (a server bug): JSON text never starts with a byte of 0x80 or more, a type always does.
 * @param rawText decoder for JSON
 * The second byte of a collection's type is an internal number and is not used.
 */
export function untypedDecoder(
  decoderFor: (type: ColumnTypeField) => ValueDecoder,
  rawText: ValueDecoder,
): ValueDecoder {
  return (buffer, start, size) => {
    const reader = new WireReader(buffer, start, start + size);
    if (size > 0 && ((buffer[start] ?? 0) & 0x80) === 0) return rawText(buffer, start, size);
    const type = readColumnType(reader);
    return decoderFor(type)(buffer, reader.offset, reader.remaining);
  };
}

const TYPES: readonly WireType[] = [
  charType,
  varcharType,
  ncharType,
  varncharType,
  bitType,
  varbitType,
  numericType,
  intType,
  shortType,
  monetaryType,
  floatType,
  doubleType,
  dateType,
  timeType,
  timestampType,
  objectType,
  bigintType,
  datetimeType,
  blobType,
  clobType,
  enumType,
  timestamptzType,
  timestampltzType,
  datetimetzType,
  datetimeltzType,
  jsonType,
];

const BY_CODE: ReadonlyMap<number, WireType> = new Map(TYPES.map((type) => [type.code, type]));
const BY_NAME: ReadonlyMap<string, WireType> = new Map(
  TYPES.flatMap((type) => type.names.map((name) => [name, type] as const)),
);

/** The type a bind parameter names, if the name is known. @param name SQL name in upper case */
export function typeByName(name: string): WireType | undefined {
  return BY_NAME.get(name);
}

/**
 * How to read the values of a column. An open type (`NULL`) is read from a prefix in each value; a type that is
 * not known gives opaque values.
 * @param database charset of the database, for text whose type field names none
 * @param ascii short texts of the reply
 */
export function valueDecoder(type: ColumnTypeField, database: Charset, ascii: AsciiText): ValueDecoder {
  const charset = charsetFromBits(type.charsetBits, database);
  if (isCollection(type.code)) return collectionDecoder((code) => scalarDecoder(code, charset, ascii));
  return type.code === TypeCode.NULL
    ? prefixedDecoder(database, ascii)
    : scalarDecoder(type.code, charset, ascii);
}

/** For values that start with their own type (cas-protocol §4.6). */
export function prefixedDecoder(database: Charset, ascii: AsciiText): ValueDecoder {
  return untypedDecoder(
    (type) =>
      isCollection(type.code)
        ? collectionDecoder((code) => scalarDecoder(code, database, ascii))
        : scalarDecoder(type.code, charsetFromBits(type.charsetBits, database), ascii),
    jsonType.decoder('utf-8', ascii),
  );
}

function scalarDecoder(code: number, charset: Charset, ascii: AsciiText): ValueDecoder {
  return BY_CODE.get(code)?.decoder(charset, ascii) ?? opaqueDecoder(code);
}
