import { encodeSqlText } from '../codec/sql-text.js';
import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { openReply } from './error-reply.js';
import { canFetchInline, type ExecuteReply, readExecuteReply } from './execute.js';
import { type PrepareReply, type PrepareRequest, readStatementDescription } from './prepare.js';

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
