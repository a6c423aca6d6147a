import { encodeSqlText } from '../codec/sql-text.js';
import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { openReply } from './error-reply.js';

/** SAVEPOINT (cas-protocol §4.2): sets one, or undoes what came after it. */
export function encodeSavepoint(action: 'set' | 'rollback', name: string, context: WireContext): Buffer {
  return new WireWriter()
    .argU8(action === 'set' ? 1 : 2)
    .argText(encodeSqlText(name, context.charset))
    .finish();
}

/** @throws EngineError −550 for an unknown name */
export function decodeSavepoint(body: Buffer, context: WireContext): void {
  openReply(body, context).reader.expectEnd();
}
