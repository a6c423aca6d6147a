import type { Value } from '../../../value.js';
import { WireFormatError, type WireReader } from './reader.js';
import type { AsciiText } from './ascii-text.js';
import type { Charset } from './charset.js';

/** Numbers of the data types in column records and bind parameters (cas-protocol §5.2). */
export const TypeCode = {
  NULL: 0,
  CHAR: 1,
  VARCHAR: 2,
  NCHAR: 3,
  VARNCHAR: 4,
  BIT: 5,
  VARBIT: 6,
  NUMERIC: 7,
  INT: 8,
  SHORT: 9,
  MONETARY: 10,
  FLOAT: 11,
  DOUBLE: 12,
  DATE: 13,
  TIME: 14,
  TIMESTAMP: 15,
  SET: 16,
  MULTISET: 17,
  SEQUENCE: 18,
  OBJECT: 19,
  RESULTSET: 20,
  BIGINT: 21,
  DATETIME: 22,
  BLOB: 23,
  CLOB: 24,
  ENUM: 25,
  TIMESTAMPTZ: 29,
  TIMESTAMPLTZ: 30,
  DATETIMETZ: 31,
  DATETIMELTZ: 32,
  JSON: 34,
} as const;

/** The type field of a column or of a value in an untyped column (cas-protocol §5.1). */
export interface ColumnTypeField {
  /** `SET`, `MULTISET` or `SEQUENCE` for a collection, `NULL` when the server left the type open. */
  readonly code: number;
  /** Type of a collection's elements, 0 when mixed or unknown; absent for scalars. */
  readonly elementCode?: number;
  /** Charset bits (0 ASCII, 1 raw bits, 2 binary, 3 ISO-8859-1, 4 EUC-KR, 5 UTF-8). */
  readonly charsetBits: number;
}

/** First byte: bit 7 says "a second byte follows", bits 6 and 5 name the collection. */
const TWO_BYTES = 0x80;
const COLLECTION_BITS = 0x60;
const COLLECTION_CODES: Readonly<Record<number, number>> = {
  0x20: TypeCode.SET,
  0x40: TypeCode.MULTISET,
  0x60: TypeCode.SEQUENCE,
};

/** Reads the one- or two-byte form; which one it is shows in the first byte. */
export function readColumnType(reader: WireReader): ColumnTypeField {
  const first = reader.u8('column type');
  return first & TWO_BYTES
    ? toField(first & COLLECTION_BITS, reader.u8('column type'), first & 0x07)
    : toField(first & COLLECTION_BITS, first & 0x1f, 0);
}

function toField(collectionBits: number, code: number, charsetBits: number): ColumnTypeField {
  const collection = COLLECTION_CODES[collectionBits];
  return collection === undefined
    ? { code, charsetBits }
    : { code: collection, elementCode: code, charsetBits };
}

/**
 * Reads one value of `size` bytes at `start`. The caller has checked that the bytes are there; a size that does
 * not fit the type throws `WireFormatError`.
 */
export type ValueDecoder = (buffer: Buffer, start: number, size: number) => Value;

/** What a caller can write as a bind parameter, NULL aside. */
export type ScalarInput = string | number | boolean;

/** One data type of cas-protocol §5.2, as result payload (§5.3) and as bind value (§4.4.1). */
export interface WireType {
  readonly code: number;
  /** SQL names that select it for a bind parameter. */
  readonly names: readonly string[];
  /**
   * @param charset of the column; matters for text only
   * @param ascii short texts of the reply that the decoder will be used for
   */
  decoder(charset: Charset, ascii: AsciiText): ValueDecoder;
  /**
   * Payload of the value argument; absent when the server takes no bind value of this type.
   * @throws UnfitValueError naming what would fit
   */
  encode?(value: ScalarInput, charset: Charset): Buffer;
}

/** Types with one size only: any other size means that the stream is out of step. */
export function expectSize(size: number, expected: number, type: string, start: number): void {
  if (size !== expected) throw new WireFormatError(`${type} of ${expected} bytes`, start, `${size} bytes`);
}

/** What a connection agreed on; every message is written and read by it. */
export interface WireContext {
  /** The lower of the announced and the server's protocol version, 7 to 12 (cas-protocol §10). */
  readonly protocolVersion: number;
  /** Charset of the database: SQL text, titles, error messages, bind strings (cas-protocol §9.3). */
  readonly charset: Charset;
}
