import { encodeSqlText } from '../codec/sql-text.js';
import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { WireFormatError } from '../wire-format-error.js';
import { openReply } from './error-reply.js';

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
