import type { Row } from '../../../value.js';
import type { ColumnTypeField } from '../codec/column-type.js';
import type { WireReader } from '../codec/reader.js';
import { readRows } from '../codec/row-decoder.js';
import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { openReply } from './error-reply.js';
import { valuesArePrefixed } from './statement-kind.js';

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
export function readFetchReply(reader: WireReader, context: FetchContext): FetchReply {
  const types = context.columns.map((column) => column.type);
  const prefixed = valuesArePrefixed(context.statementType);
  const { rows, lastRowNumber } = readRows(reader, { types, charset: context.charset, prefixed });
  return { rows, lastRowNumber, end: reader.flag('end flag') };
}
