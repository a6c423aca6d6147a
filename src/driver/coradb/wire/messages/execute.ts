import type { Row } from '../../../value.js';
import type { BindValue } from '../codec/bind-parameter.js';
import { encodeSqlText } from '../codec/charset.js';
import type { ColumnTypeField, WireContext } from '../codec/column-type.js';
import type { WireReader } from '../codec/reader.js';
import { readRows } from '../codec/row-decoder.js';
import { readOid } from '../codec/types/references.js';
import { WireWriter } from '../codec/writer.js';
import type { ColumnRecord } from './column-record.js';
import { openReply } from './error-reply.js';
import {
  type PrepareReply,
  type PrepareRequest,
  readStatementDescription,
  type StatementDescription,
} from './prepare.js';
import { valuesArePrefixed } from './statement-kind.js';

/** Bits of the execute flag (cas-protocol §4.4). QUERY_ALL is left out on purpose: one statement a request. */
const ExecuteFlag = {
  NORMAL: 0x00,
  /** Record the plan. */
  QUERY_INFO: 0x04,
  /** With QUERY_INFO: make the plan, run nothing. */
  ONLY_QUERY_PLAN: 0x08,
  /** For GET_GENERATED_KEYS; works with autoCommit false only. */
  RETURN_GENERATED_KEYS: 0x40,
} as const;

export interface ExecuteRequest {
  readonly handle: number;
  /** Bits of `ExecuteFlag`, none by default. */
  readonly flags?: number;
  /** Strings and bits are cut to this many bytes by the server; 0 for unlimited. */
  readonly maxColumnBytes?: number;
  /** Rows the server delivers at most; 0 for all. */
  readonly maxRows?: number;
  /** Append the first rows; only for statement type 21, see `canFetchInline`. */
  readonly fetchInline: boolean;
  readonly autoCommit: boolean;
  /** Lets the server commit when the last row is sent; true by default. */
  readonly forwardOnly?: boolean;
  /** Query time limit in ms, 0 for none. */
  readonly timeoutMs?: number;
  readonly parameters?: readonly BindValue[];
}

/** What one statement of the text did. */
export interface ResultInfo {
  readonly statementType: number;
  readonly count: number;
  /** `@page|slot|volume` of the object a single-row INSERT made; null for none. */
  readonly oid: string | null;
}

export interface ExecuteReply {
  /** Rows in the result, or affected rows, of the first statement. */
  readonly count: number;
  readonly results: readonly ResultInfo[];
  /** Replaces what PREPARE said; present when the text held more than one statement. */
  readonly description?: StatementDescription;
  /** First rows, when `fetchInline` was asked. */
  readonly fetched?: FetchReply;
}

export interface ExecuteContext extends WireContext {
  readonly columns: readonly ColumnRecord[];
  /** From PREPARE: some statement types prefix every value with its type. */
  readonly statementType: number;
  readonly fetchInline: boolean;
}

/** Anything but a SELECT fails with −10012 after it has run, when rows are asked inline (cas-protocol §4.4). */
export function canFetchInline(statementType: number): boolean {
  return statementType === 21;
}

export function encodeExecute(request: ExecuteRequest): Buffer {
  const parameters = request.parameters ?? [];
  const writer = new WireWriter(96 + parameters.length * 32)
    .argI32(request.handle)
    .argU8(request.flags ?? ExecuteFlag.NORMAL)
    .argI32(request.maxColumnBytes ?? 0)
    .argI32(request.maxRows ?? 0)
    .argNull()
    .argFlag(request.fetchInline)
    .argFlag(request.autoCommit)
    .argFlag(request.forwardOnly ?? true)
    .argCacheTime()
    .argI32(request.timeoutMs ?? 0);
  for (const { typeCode, payload } of parameters) writer.argU8(typeCode).argBytes(payload);
  return writer.finish();
}

/** @throws EngineError | BrokerError | WireFormatError */
export function decodeExecute(body: Buffer, context: ExecuteContext): ExecuteReply {
  const { reader, result } = openReply(body, context);
  const reply = readExecuteReply(reader, result, context);
  reader.expectEnd();
  return reply;
}

/** The part behind the count (cas-protocol §4.4.2), shared with PREPARE_AND_EXECUTE. */
function readExecuteReply(reader: WireReader, count: number, context: ExecuteContext): ExecuteReply {
  // A client cache is never kept (cache time 0,0), so the body goes on behind this byte.
  if (reader.flag('cache flag')) return { count, results: [] };
  const results = Array.from({ length: reader.count('number of results', 21) }, () => readResultInfo(reader));
  const description = reader.flag('column info flag') ? readStatementDescription(reader, context) : undefined;
  reader.i32('shard id');
  const columns = description?.columns ?? context.columns;
  const fetched = context.fetchInline ? readInlineFetch(reader, columns, context) : undefined;
  return { count, results, ...(description && { description }), ...(fetched && { fetched }) };
}

function readInlineFetch(
  reader: WireReader,
  columns: readonly ColumnRecord[],
  context: ExecuteContext,
): FetchReply {
  reader.i32('result code of the inline fetch');
  return readFetchReply(reader, { ...context, columns });
}

function readResultInfo(reader: WireReader): ResultInfo {
  const statementType = reader.u8('statement type');
  const count = reader.i32('affected rows');
  const at = reader.offset;
  reader.bytes(8, 'OID');
  reader.bytes(8, 'cache time');
  return { statementType, count, oid: readOid(reader.buffer, at) };
}

export interface FetchRequest {
  readonly handle: number;
  /** Row number to start at, from 1. Never beyond the count: count + 1 is an error (cas-protocol §4.6). */
  readonly position: number;
  /** Honoured for schema results only; a query result fills the server's buffer. */
  readonly count?: number;
  /** 0 for the current result. */
  readonly resultIndex?: number;
}

export interface FetchReply {
  readonly rows: readonly Row[];
  /** Number of the last row here, 0 when there is none; go on at the next one. */
  readonly lastRowNumber: number;
  /** The cursor reached the end. Stays false at a row limit: trust the count of EXECUTE. */
  readonly end: boolean;
}

export interface FetchContext extends WireContext {
  readonly columns: readonly { readonly type: ColumnTypeField }[];
  /** From PREPARE: some statement types prefix every value with its type. */
  readonly statementType?: number;
}

/** FETCH (cas-protocol §4.6). */
export function encodeFetch({ handle, position, count = 100, resultIndex = 0 }: FetchRequest): Buffer {
  return new WireWriter(40)
    .argI32(handle)
    .argI32(position)
    .argI32(count)
    .argFlag(false)
    .argI32(resultIndex)
    .finish();
}

/** @throws EngineError | BrokerError | WireFormatError */
export function decodeFetch(body: Buffer, context: FetchContext): FetchReply {
  const { reader } = openReply(body, context);
  const reply = readFetchReply(reader, context);
  reader.expectEnd();
  return reply;
}

/** The part behind the result code: tuples and the end flag. */
function readFetchReply(reader: WireReader, context: FetchContext): FetchReply {
  const types = context.columns.map((column) => column.type);
  const prefixed = valuesArePrefixed(context.statementType);
  const { rows, lastRowNumber } = readRows(reader, { types, charset: context.charset, prefixed });
  return { rows, lastRowNumber, end: reader.flag('end flag') };
}

/** PREPARE_AND_EXECUTE (cas-protocol §4.5): one round trip for a statement without bind markers. */
export interface PrepareAndExecuteRequest extends PrepareRequest {
  readonly executeFlags?: number;
  readonly maxColumnBytes?: number;
  readonly maxRows?: number;
  readonly timeoutMs?: number;
}

export interface PrepareAndExecuteReply {
  readonly prepared: PrepareReply;
  readonly executed: ExecuteReply;
}

export function encodePrepareAndExecute(request: PrepareAndExecuteRequest, context: WireContext): Buffer {
  const sql = encodeSqlText(request.sql, context.charset);
  const closeHandles = request.closeHandles ?? [];
  const writer = new WireWriter(sql.length + 128)
    .argI32(3 + closeHandles.length)
    .argText(sql)
    .argU8(request.flags ?? 0)
    .argFlag(request.autoCommit);
  for (const handle of closeHandles) writer.argI32(handle);
  return writer
    .argU8(request.executeFlags ?? 0)
    .argI32(request.maxColumnBytes ?? 0)
    .argI32(request.maxRows ?? 0)
    .argNull()
    .argCacheTime()
    .argI32(request.timeoutMs ?? 0)
    .finish();
}

/** An error in either half leaves no handle behind. @throws EngineError | BrokerError | WireFormatError */
export function decodePrepareAndExecute(body: Buffer, context: WireContext): PrepareAndExecuteReply {
  const { reader, result } = openReply(body, context);
  const description = readStatementDescription(reader, context);
  const executed = readExecuteReply(reader, reader.i32('row count'), {
    ...context,
    columns: description.columns,
    statementType: description.statementType,
    fetchInline: canFetchInline(description.statementType),
  });
  reader.expectEnd();
  return { prepared: { handle: result, ...description }, executed };
}
