import type { WireContext } from '../wire/codec/column-type.js';
import { toColumn } from '../wire/messages/column-record.js';
import { decodeFetch, decodePrepareAndExecute } from '../wire/messages/execute.js';
import type { Column } from '../../driver.js';
import type { Row } from '../../value.js';
import type { PackageRows } from './package-reply.js';

/** A result as the bytes say it that the package received. */
export interface ExactReply {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Rows of a later reply. @throws WireFormatError */
  readonly next: (body: Buffer) => readonly Row[];
}

/** Replies from version 7 on are alike up to their types (cas-protocol §10); the probe made sure of the charset. */
const CONTEXT: WireContext = { protocolVersion: 7, charset: 'utf-8' };

/**
 * Reads a result once more from the bytes of its reply, for a package that is known to misread some types: node-cubrid
 * 11 keeps the low 32 bits of a BIGINT and takes collections for numbers.
 *
 * @param body reply to PREPARE_AND_EXECUTE without its header; undefined when it could not be seen
 * @param seen what the package made of it; a reply that does not have its size was not this one
 * @returns undefined when the bytes are of another layout
 */
export function readExactReply(body: Buffer | undefined, seen: PackageRows): ExactReply | undefined {
  if (body === undefined) return undefined;
  try {
    const { prepared, executed } = decodePrepareAndExecute(body, CONTEXT);
    const { columns, statementType } = prepared;
    const rows = executed.fetched?.rows;
    if (executed.count !== seen.count || rows?.length !== seen.rows.length) return undefined;
    const context = { ...CONTEXT, columns, statementType };
    return { columns: columns.map(toColumn), rows, next: (later) => decodeFetch(later, context).rows };
  } catch {
    return undefined;
  }
}
