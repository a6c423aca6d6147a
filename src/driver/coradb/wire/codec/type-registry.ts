import type { AsciiText } from './ascii-text.js';
import { type Charset, charsetFromBits } from './charset.js';
import { type ColumnTypeField, TypeCode } from './column-type.js';
import { bigintType } from './types/bigint.js';
import { bitType } from './types/bit.js';
import { charType, ncharType } from './types/char.js';
import { collectionDecoder, isCollection } from './types/collection.js';
import { dateType } from './types/date.js';
import { datetimeType } from './types/datetime.js';
import { datetimeltzType, datetimetzType } from './types/datetimetz.js';
import { doubleType } from './types/double.js';
import { enumType } from './types/enum.js';
import { floatType } from './types/float.js';
import { intType } from './types/int.js';
import { jsonType } from './types/json.js';
import { blobType, clobType } from './types/lob.js';
import { monetaryType } from './types/monetary.js';
import { numericType } from './types/numeric.js';
import { objectType } from './types/object.js';
import { opaqueDecoder } from './types/opaque.js';
import { shortType } from './types/short.js';
import { timeType } from './types/time.js';
import { timestampType } from './types/timestamp.js';
import { timestampltzType, timestamptzType } from './types/timestamptz.js';
import { untypedDecoder } from './types/untyped.js';
import { varbitType } from './types/varbit.js';
import { varcharType, varncharType } from './types/varchar.js';
import type { ValueDecoder, WireType } from './wire-type.js';

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
