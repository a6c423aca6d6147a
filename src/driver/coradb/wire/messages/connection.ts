import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { expectDone, openReply } from './error-reply.js';

/** Functions about the connection itself (cas-protocol §4.1, §4.10). CON_CLOSE, CHECK_CAS and END_SESSION have no arguments. */
export const NO_ARGUMENTS = Buffer.alloc(0);

/** CON_CLOSE: the CAS rolls back, ends the session and closes. @throws EngineError | BrokerError */
export function decodeConClose(body: Buffer, context: WireContext): void {
  openReply(body, context).reader.expectEnd();
}

/** CHECK_CAS: the reply is empty when the link to the database server answers. Leaves the CAS in a transaction. */
export function decodeCheckCas(body: Buffer, context: WireContext): void {
  expectDone(body, context);
}

/** END_SESSION: accepted and ignored by the server. */
export function decodeEndSession(body: Buffer, context: WireContext): void {
  openReply(body, context).reader.expectEnd();
}

/** CAS_CHANGE_MODE: `keep` pins the CAS to this client. */
export type CasMode = 'auto' | 'keep';

export function encodeCasChangeMode(mode: CasMode): Buffer {
  return new WireWriter(8).argI32(mode === 'auto' ? 1 : 2).finish();
}

/** @returns the mode before */
export function decodeCasChangeMode(body: Buffer, context: WireContext): CasMode {
  const { reader } = openReply(body, context);
  const previous = reader.i32('previous mode');
  reader.expectEnd();
  return previous === 2 ? 'keep' : 'auto';
}
