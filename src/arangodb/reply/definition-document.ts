import { failureDocument, type ArangoDocument } from '../arango-calls.service.js';
import { mayHaveHappened } from '../client/arango-errors.js';

/**
 * The reply of a tool that does what no transaction can undo. A failure says whether it may have happened all the same.
 * @param names what is made, changed or dropped
 * @param check how to find out, one sentence
 */
export async function definitionDocument(
  names: readonly string[],
  check: string,
  work: () => Promise<ArangoDocument>,
): Promise<ArangoDocument> {
  try {
    return await work();
  } catch (failure) {
    const document = failureDocument(failure);
    if (!document.error || !mayHaveHappened(failure)) return document;
    const message = `The request was sent, but no reply says that it was carried out: it may have been. ${document.error.message}`;
    return {
      ...document,
      outcome: 'unknown',
      mayHaveChanged: names,
      error: { ...document.error, message, hint: check },
    };
  }
}
