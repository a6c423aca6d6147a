import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { openReply } from './error-reply.js';

/**
 * GET_DB_VERSION (cas-protocol §4.10).
 * @param autoCommit true commits an open transaction; send false
 */
export function encodeDatabaseVersion(autoCommit = false): Buffer {
  return new WireWriter(8).argFlag(autoCommit).finish();
}

/** @returns the build, such as `11.4.0.1460` */
export function decodeDatabaseVersion(body: Buffer, context: WireContext): string {
  return openReply(body, context).reader.restCstr(context.charset, 'version');
}
