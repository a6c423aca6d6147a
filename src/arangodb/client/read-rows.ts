import type { ZodType } from 'zod';
import { RowSplitter, type RowSink } from '../reply/row-splitter.js';
import { foreignAnswer, tooLarge } from './arango-failure.js';
import type { HttpReply } from './arango-http.js';
import { checked, MAX_REPLY_BYTES, pieces } from './read-reply.js';

/** Most bytes that are read without keeping any, to see what stands behind the rows. */
const MAX_SKIPPED_BYTES = 64 * 1024 * 1024;

export interface ReadingSink extends RowSink {
  /** Waits until what was received is written. */
  drain?(): Promise<void>;
}

/**
 * Reads a reply row by row; what is in memory is one piece of it and what `sink` keeps.
 * @param shape of the reply without its rows
 * @returns the reply without its rows; undefined when so much of it is not kept that the request was stopped
 * @throws ArangoEngineError, ArangoConnectionError, and whatever `sink` throws
 */
export async function readRows<T>(
  reply: HttpReply,
  sink: ReadingSink,
  rows: 'in result' | 'at the top',
  shape: ZodType<T>,
): Promise<T | undefined> {
  const splitter = new RowSplitter(sink, rows);
  for await (const piece of pieces(reply)) {
    try {
      splitter.push(piece);
    } catch (error) {
      if (error instanceof SyntaxError) throw foreignAnswer(reply.address, 'not the JSON of this request');
      throw error;
    }
    await sink.drain?.();
    if (splitter.restBytes > MAX_REPLY_BYTES) throw tooLarge(reply.address, MAX_REPLY_BYTES);
    if (splitter.skipped > MAX_SKIPPED_BYTES) return undefined;
  }
  if (!splitter.whole) throw foreignAnswer(reply.address, 'JSON that ends in the middle');
  // A single document is a row, and nothing stands around it.
  return checked(splitter.envelope === '' ? 'null' : splitter.envelope, reply, shape);
}
