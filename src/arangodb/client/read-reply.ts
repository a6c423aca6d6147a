import type { ZodType } from 'zod';
import { parseExactly } from '../reply/exact-json.js';
import {
  connectionFailure,
  engineAnswerOf,
  engineFailure,
  foreignAnswer,
  tooLarge,
} from './arango-failure.js';
import type { HttpReply } from './arango-http.js';

/** Most bytes that are kept of a reply without rows: names, properties, a plan. Rows are read one by one instead. */
export const MAX_REPLY_BYTES = 8 * 1024 * 1024;

/**
 * The body, piece by piece. Whoever leaves the loop early stops the request.
 * @throws ArangoConnectionError when it breaks off
 */
export async function* pieces({ body, address }: HttpReply): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer;
  } catch (cause) {
    throw connectionFailure(cause, address, 'reading the reply');
  }
}

/** @throws ArangoConnectionError when it breaks off or is too large */
export async function readText(reply: HttpReply): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of pieces(reply)) {
    bytes += chunk.length;
    if (bytes > MAX_REPLY_BYTES) throw tooLarge(reply.address, MAX_REPLY_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Reads a whole reply and checks that it has the shape of this request's reply.
 * @throws ArangoConnectionError for anything else, ArangoEngineError for an error in a reply of success
 */
export async function readJson<T>(reply: HttpReply, shape: ZodType<T>): Promise<T> {
  return checked(await readText(reply), reply, shape);
}

/** @throws ArangoConnectionError, ArangoEngineError */
export function checked<T>(text: string, reply: HttpReply, shape: ZodType<T>): T {
  let parsed: unknown;
  try {
    parsed = parseExactly(text);
  } catch {
    throw foreignAnswer(
      reply.address,
      `${reply.contentType ?? 'without a content type'}, not the JSON of this request`,
    );
  }
  const answer = engineAnswerOf(parsed, reply.status);
  if (answer) throw engineFailure(answer);
  let result;
  try {
    result = shape.safeParse(parsed);
  } catch (error) {
    // Nested deeper than anything of ArangoDB.
    if (error instanceof RangeError) throw foreignAnswer(reply.address, 'JSON that is nested too deep');
    throw error;
  }
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue && issue.path.length > 0 ? ` ("${issue.path.join('.')}" is not as it should be)` : '';
  throw foreignAnswer(reply.address, `JSON, but not that of this request${where}`);
}
