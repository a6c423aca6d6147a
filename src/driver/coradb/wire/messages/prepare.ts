import { encodeSqlText } from '../codec/charset.js';
import type { WireContext } from '../codec/column-type.js';
import { WireFormatError, type WireReader } from '../codec/reader.js';
import { WireWriter } from '../codec/writer.js';
import { type ColumnRecord, readColumnRecords } from './column-record.js';
import { openReply } from './error-reply.js';

/** Bits of the prepare flag (cas-protocol §4.3). */
export const PrepareFlag = {
  NORMAL: 0x00,
  INCLUDE_OID: 0x01,
  UPDATABLE: 0x02,
  QUERY_INFO: 0x04,
  /** The result survives a commit. */
  HOLDABLE: 0x08,
  /** Once, when a statement is prepared again after −10024. */
  XASL_CACHE_PINNED: 0x10,
  CALL: 0x40,
} as const;

export interface PrepareRequest {
  readonly sql: string;
  /** Bits of `PrepareFlag`, none by default. */
  readonly flags?: number;
  /** With true an error undoes the whole transaction at once; nothing is ever committed by PREPARE. */
  readonly autoCommit: boolean;
  /** Handles the server frees first; unknown ones are no error. */
  readonly closeHandles?: readonly number[];
}

/** What the server says about a compiled text, in PREPARE and (for several statements) again in EXECUTE. */
export interface StatementDescription {
  /** Number of §6; see `statementKind`. */
  readonly statementType: number;
  /** Bind markers of the whole text, not only of the first statement. */
  readonly parameterCount: number;
  readonly updatable: boolean;
  readonly columns: readonly ColumnRecord[];
}

export interface PrepareReply extends StatementDescription {
  /** Positive; numbers are reused as soon as a handle is closed. */
  readonly handle: number;
}

/** @throws InputError for text that cannot be sent */
export function encodePrepare(request: PrepareRequest, context: WireContext): Buffer {
  const sql = encodeSqlText(request.sql, context.charset);
  const writer = new WireWriter(sql.length + 64)
    .argText(sql)
    .argU8(request.flags ?? PrepareFlag.NORMAL)
    .argFlag(request.autoCommit);
  for (const handle of request.closeHandles ?? []) writer.argI32(handle);
  return writer.finish();
}

/** @throws EngineError | BrokerError | WireFormatError */
export function decodePrepare(body: Buffer, context: WireContext): PrepareReply {
  const { reader, result } = openReply(body, context);
  const description = readStatementDescription(reader, context);
  reader.expectEnd();
  return { handle: result, ...description };
}

/** The part behind the handle, shared by PREPARE, PREPARE_AND_EXECUTE and EXECUTE. */
export function readStatementDescription(reader: WireReader, context: WireContext): StatementDescription {
  reader.i32('cache lifetime');
  return {
    statementType: reader.u8('statement type'),
    parameterCount: reader.count('number of bind markers', 0),
    updatable: reader.bool('updatable flag'),
    columns: readColumnRecords(reader, context),
  };
}

/**
 * CLOSE_REQ_HANDLE (cas-protocol §4.7): frees a statement and its results.
 * @param autoCommit true commits an open transaction, whoever opened it; inside a transaction send false
 */
export function encodeCloseStatement(handle: number, autoCommit: boolean): Buffer {
  return new WireWriter(16).argI32(handle).argFlag(autoCommit).finish();
}

/** Succeeds for an unknown handle too. @throws EngineError | BrokerError | WireFormatError */
export function decodeCloseStatement(body: Buffer, context: WireContext): void {
  openReply(body, context).reader.expectEnd();
}

const PLAN = 1;

/**
 * GET_QUERY_INFO (cas-protocol §4.12): the plan of a text without running it. COMMIT, ROLLBACK, SAVEPOINT,
 * SET … **do take effect** even so: classify the text before.
 */
export function encodePlanOfText(sql: string, context: WireContext): Buffer {
  const text = encodeSqlText(sql, context.charset);
  return new WireWriter(text.length + 32).argI32(0).argU8(PLAN).argText(text).finish();
}

/** @returns the optimizer's text; empty when the engine shows none for this statement */
export function decodePlan(body: Buffer, context: WireContext): string {
  if (body.length === 1) throw new WireFormatError('a plan', 0, 'one byte: too many statements are open');
  return openReply(body, context).reader.restCstr(context.charset, 'plan text');
}
