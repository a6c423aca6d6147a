import { InputError } from '../../errors/call-error.js';
import { z } from 'zod';
import { runQuery } from '../aql/run-query.js';
import type { ArangoSession } from '../client/arango-session.js';
import { ReplyLimits } from '../reply/reply-limits.js';
import { attributePath, pathText, textsOfIntegers, type ValuePath } from './exact-input.js';

const STORED_NUMBERS =
  'FOR item IN @items FILTER IS_NUMBER(VALUE(DOCUMENT(@@collection, item.key), item.path)) RETURN item.number';

const [QUERY_MS, REPLY_CHARS] = [10_000, 100_000];

/**
 * Refuses to turn a number beyond 2^53 into text unnoticed: replies give such numbers as text, so that a document which
 * was read and is sent back holds text where the stored one has a number.
 * @throws InputError naming the path and the right form
 */
export async function assertNumbersKept(
  session: ArangoSession,
  collection: string,
  documents: readonly object[],
  transaction: string,
): Promise<void> {
  const found: { readonly key: string; readonly index: number; readonly path: ValuePath }[] = [];
  for (const [index, document] of documents.entries()) {
    const { _key: key } = document as { readonly _key?: unknown };
    if (typeof key !== 'string') continue;
    const paths = textsOfIntegers(document).filter(([first]) => first !== '_key' && first !== '_rev');
    found.push(...paths.map((path) => ({ key, index, path })));
  }
  if (found.length === 0) return;
  const items = found.map(({ key, path }, number) => ({ key, path, number }));
  const { rows } = await runQuery(
    session,
    {
      query: STORED_NUMBERS,
      bindVars: { items, '@collection': collection },
      limit: 1,
      maxRuntimeMs: QUERY_MS,
      memoryLimit: 0,
      stream: false,
      transaction,
    },
    new ReplyLimits(REPLY_CHARS, REPLY_CHARS),
  );
  const first = z.number().safeParse(rows[0]);
  const item = first.success ? found[first.data] : undefined;
  if (!item) return;
  const path = pathText(`documents[${item.index}]`, item.path);
  throw new InputError(`"${path}" is text, and the stored document has a whole number there.`, {
    hint: `Replies give numbers beyond 2^53 as text. To keep it a number, name its path: "integers": ["${attributePath(item.path)}"].`,
  });
}
