/**
 * Builds broker replies by hand from cas-protocol §2–§5. It shares no code with `src/driver/broker`, so that a
 * misreading of the layout there cannot hide behind the same misreading here.
 */

/** Type codes of cas-protocol §5.2, under the names tests write. */
export const WIRE_TYPES = {
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

export type WireType = keyof typeof WIRE_TYPES;

/** One result column; what is left out gets what the server sends for an expression. */
export interface WireColumn {
  readonly name: string;
  /** Bytes of the title when the database does not write UTF-8. */
  readonly title?: Uint8Array;
  /** A name of {@link WIRE_TYPES}, or a bare type code for types no table of ours knows. */
  readonly type: WireType | number;
  /** Element type when `type` is SET, MULTISET or SEQUENCE. */
  readonly elementType?: WireType;
  readonly precision?: number;
  readonly scale?: number;
  readonly nullable?: boolean;
  readonly table?: string;
  /** Charset bits of cas-protocol §5.1; 5 (UTF-8) for text when left out. */
  readonly charset?: number;
}

/**
 * A cell: text for every type that travels as text and for dates (`2024-02-29 23:59:58.123`, zone text after a
 * further blank), numbers for numeric types, bigint for BIGINT, an array for a collection, or ready payload bytes.
 */
export type WireValue = null | number | bigint | string | Uint8Array | readonly WireValue[];

const ACTIVE = Buffer.from('01fffffb', 'hex');
export const INACTIVE = Buffer.from('00fffffb', 'hex');
const SELECT = 21;
const TEXT_TYPES: readonly (WireType | number)[] = ['CHAR', 'VARCHAR', 'NCHAR', 'VARNCHAR', 'ENUM', 'JSON'];
const COLLECTION_BITS: Partial<Record<WireType, number>> = { SET: 0x20, MULTISET: 0x40, SEQUENCE: 0x60 };

export function i32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function i16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

/** Text with its NUL. */
function cstr(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf8');
}

/** Length (NUL counted), text, NUL. */
function lstr(text: string): Buffer {
  return lbytes(Buffer.from(text, 'utf8'));
}

function lbytes(text: Uint8Array): Buffer {
  return Buffer.concat([i32(text.length + 1), text, Buffer.from([0])]);
}

/** A whole reply: body length, CAS info, body (cas-protocol §3.3). */
export function frame(body: Uint8Array, casInfo: Uint8Array = ACTIVE): Buffer {
  return Buffer.concat([i32(body.length), casInfo, body]);
}

/** A reply that only says "done" (result code 0). */
export function okFrame(casInfo: Uint8Array = ACTIVE): Buffer {
  return frame(i32(0), casInfo);
}

/** An error reply (cas-protocol §3.4). `indicator` −1 is the CAS, −2 the database engine. */
export function errorFrame(
  indicator: number,
  code: number,
  message = '',
  casInfo: Uint8Array = ACTIVE,
): Buffer {
  return frame(Buffer.concat([i32(indicator), i32(code), cstr(message)]), casInfo);
}

export interface OpenReply {
  readonly pid?: number;
  /** Highest protocol version of the server (broker info byte 4). */
  readonly serverVersion?: number;
  readonly dbmsType?: number;
  readonly statementPooling?: boolean;
  readonly sessionId?: number;
}

/** The reply to the 628-byte block (cas-protocol §2.2, V≥4: a body of 36 bytes). */
export function openDatabaseFrame(options: OpenReply = {}): Buffer {
  const { pid = 4321, serverVersion = 12, dbmsType = 1, statementPooling = true, sessionId = 1001 } = options;
  const brokerInfo = [dbmsType, 1, statementPooling ? 1 : 0, 0, 0x40 | serverVersion, 0xc0, 0, 0];
  const session = Buffer.concat([Buffer.from('0f1e2d3c4b5a6978', 'hex'), i32(sessionId), Buffer.alloc(8)]);
  return frame(
    Buffer.concat([i32(pid), Buffer.from(brokerInfo), i32(3), session]),
    Buffer.from('01ffffff', 'hex'),
  );
}

/** The reply to a 628-byte block that was refused (cas-protocol §2.4). */
export function openRefusedFrame(indicator: number, code: number, message: string): Buffer {
  return frame(Buffer.concat([i32(indicator), i32(code), cstr(message)]), Buffer.from('00ffffff', 'hex'));
}

function typeCode(type: WireType | number): number {
  return typeof type === 'number' ? type : WIRE_TYPES[type];
}

/** Two type bytes (V≥7): charset and collection bits, then the (element) type. */
function typeField(column: WireColumn): Buffer {
  const collection = typeof column.type === 'number' ? undefined : COLLECTION_BITS[column.type];
  const shown = collection === undefined ? column.type : (column.elementType ?? 'NULL');
  const isBit = shown === 'BIT' || shown === 'VARBIT';
  const charset = column.charset ?? (TEXT_TYPES.includes(shown) ? 5 : isBit ? 1 : 0);
  return Buffer.from([0x80 | (collection ?? 0) | charset, typeCode(shown)]);
}

function columnRecord(column: WireColumn): Buffer {
  return Buffer.concat([
    typeField(column),
    i16(column.scale ?? 0),
    i32(column.precision ?? (column.type === 'INT' ? 10 : -1)),
    column.title === undefined ? lstr(column.name) : lbytes(column.title),
    lstr(''),
    lstr(column.table ?? ''),
    Buffer.from([column.nullable === false ? 1 : 0]),
    lstr(''),
    Buffer.alloc(7),
  ]);
}

export interface PrepareReply {
  readonly handle: number;
  readonly statementType?: number;
  readonly markers?: number;
  readonly columns?: readonly WireColumn[];
}

/** The reply to PREPARE (cas-protocol §4.3). */
export function prepareFrame(reply: PrepareReply): Buffer {
  const columns = reply.columns ?? [];
  return frame(
    Buffer.concat([
      i32(reply.handle),
      i32(-1),
      Buffer.from([reply.statementType ?? SELECT]),
      i32(reply.markers ?? 0),
      Buffer.from([0]),
      i32(columns.length),
      ...columns.map(columnRecord),
    ]),
  );
}

/** The reply to PREPARE_AND_EXECUTE: both bodies in one frame (cas-protocol §4.5). */
export function prepareAndExecuteFrame(prepared: Buffer, executed: Buffer): Buffer {
  return frame(Buffer.concat([prepared.subarray(8), executed.subarray(8)]));
}

/** The EXECUTE part of a reply, without inline rows (cas-protocol §4.4.2, V≥5). */
function executeBody(count: number, statementType: number): Buffer {
  const info = Buffer.concat([Buffer.from([statementType]), i32(count), Buffer.alloc(16)]);
  return Buffer.concat([i32(count), Buffer.from([0]), i32(1), info, Buffer.from([0]), i32(-2)]);
}

/** The reply to EXECUTE of a statement without rows. */
export function executeFrame(count: number, statementType: number): Buffer {
  return frame(executeBody(count, statementType));
}

/** The reply to EXECUTE with fetchFlag 1: the rows that fit, from row 1 on. */
export function executeWithRowsFrame(
  columns: readonly WireColumn[],
  rows: WireRows,
  statementType = SELECT,
): Buffer {
  return frame(Buffer.concat([executeBody(rows.length, statementType), fetchBody(columns, rows, 1)]));
}

/** The reply to FETCH from `position` (1-based); an error −440 right behind the end (cas-protocol §4.6). */
export function fetchFrame(columns: readonly WireColumn[], rows: WireRows, position: number): Buffer {
  if (rows.length > 0 && position === rows.length + 1)
    return errorFrame(-2, -440, 'Invalid cursor position.');
  return frame(fetchBody(columns, rows, position));
}

export type WireRows = readonly (readonly WireValue[])[];

/** The server stops appending rows once its buffer holds this many bytes (NET_BUF_SIZE). */
const PAGE_BYTES = 16_384;

function fetchBody(columns: readonly WireColumn[], rows: WireRows, position: number): Buffer {
  const tuples: Buffer[] = [];
  let bytes = 0;
  let next = position;
  while (next >= 1 && next <= rows.length && bytes < PAGE_BYTES) {
    const cells = (rows[next - 1] ?? []).map((value, index) => cell(columns[index], value));
    const tuple = Buffer.concat([i32(next), Buffer.alloc(8), ...cells]);
    tuples.push(tuple);
    bytes += tuple.length;
    next += 1;
  }
  const atEnd = tuples.length === 0 || next > rows.length;
  return Buffer.concat([i32(0), i32(tuples.length), ...tuples, Buffer.from([atEnd ? 1 : 0])]);
}

function cell(column: WireColumn | undefined, value: WireValue): Buffer {
  if (value === null) return i32(-1);
  if (column === undefined) throw new Error('a row has more values than there are columns');
  const payload = encodeValue(column.type, column.elementType, value);
  return Buffer.concat([i32(payload.length), payload]);
}

/** The payload of one value (cas-protocol §5.3). */
export function encodeValue(
  type: WireType | number,
  elementType: WireType | undefined,
  value: WireValue,
): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (Array.isArray(value)) {
    const element = elementType ?? 'NULL';
    const elements = (value as readonly WireValue[]).map((item) => cell({ name: '', type: element }, item));
    return Buffer.concat([Buffer.from([typeCode(element)]), i32(elements.length), ...elements]);
  }
  const bytes = Buffer.alloc(8);
  switch (type) {
    case 'INT':
      return i32(Number(value));
    case 'SHORT':
      return i16(Number(value));
    case 'BIGINT':
      bytes.writeBigInt64BE(BigInt(value as bigint));
      return bytes;
    case 'DOUBLE':
    case 'MONETARY':
      bytes.writeDoubleBE(Number(value));
      return bytes;
    case 'FLOAT':
      bytes.writeFloatBE(Number(value));
      return bytes.subarray(0, 4);
    case 'DATE':
    case 'TIME':
    case 'TIMESTAMP':
    case 'DATETIME':
    case 'TIMESTAMPTZ':
    case 'TIMESTAMPLTZ':
    case 'DATETIMETZ':
    case 'DATETIMELTZ':
      return wallClock(type, String(value));
    default:
      return cstr(String(value));
  }
}

function wallClock(type: WireType, text: string): Buffer {
  const [first = '', second = '', ...zone] = text.split(' ');
  const numbers = `${first} ${second}`.match(/\d+/g)?.map(Number) ?? [];
  if (type.startsWith('DATETIME') && numbers.length === 6) numbers.push(0);
  const shorts = Buffer.concat(numbers.map(i16));
  return type.endsWith('TZ') ? Buffer.concat([shorts, cstr(zone.join(' '))]) : shorts;
}

/** The reply to GET_DB_PARAMETER. */
export function parameterFrame(value: number, casInfo: Uint8Array = ACTIVE): Buffer {
  return frame(Buffer.concat([i32(0), i32(value)]), casInfo);
}

/** The reply to GET_DB_VERSION and GET_QUERY_INFO: result code, then text up to the end of the body. */
export function textFrame(text: string, casInfo: Uint8Array = ACTIVE): Buffer {
  return frame(Buffer.concat([i32(0), cstr(text)]), casInfo);
}
