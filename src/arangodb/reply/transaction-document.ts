import { failureDocument, type ArangoDocument } from '../arango-calls.service.js';
import type { TransactionOutcome } from '../transaction/transaction-outcome.js';

/** What a rollback does not bring back; said only where keys may have been made. */
const NOT_UNDONE =
  'Numbers taken from a key generator (autoincrement, padded) are not given back by a rollback.';

/**
 * The reply of a tool that may change something: how the transaction ended comes first.
 * @param change the collections written to, and whether the key generator of one may have been asked
 */
export function transactionDocument<T>(
  outcome: TransactionOutcome<T>,
  { writes, makesKeys }: { readonly writes: readonly string[]; readonly makesKeys: boolean },
  resultDocument: (result: T) => ArangoDocument,
): ArangoDocument {
  const { transaction, rolledBackBecause, result, failure, leftOpen } = outcome;
  const notes = [
    ...(transaction === 'rolled back' && makesKeys ? [NOT_UNDONE] : []),
    ...(leftOpen ? [leftOpenNote(leftOpen, transaction)] : []),
  ];
  const head = {
    transaction,
    ...(rolledBackBecause !== undefined && { rolledBackBecause }),
    ...(notes.length > 0 && { notes }),
    ...(transaction === 'unknown' && { mayHaveChanged: writes }),
  };
  if (failure !== undefined) return { ...head, ...unknownHint(transaction, failureDocument(failure)) };
  if (result === undefined) return head;
  return { ...head, ...(writes.length > 0 && { changed: writes }), ...resultDocument(result) };
}

function leftOpenNote({ id, because }: { id: string; because: string }, transaction: string): string {
  const saved = transaction === 'rolled back' ? 'nothing of it is saved' : 'it may still be open';
  return (
    `Transaction ${id} could not be aborted (${because}): ${saved}, and the server drops it when it was idle for a ` +
    'while; until then it may hold locks.'
  );
}

function unknownHint(transaction: string, document: ArangoDocument): ArangoDocument {
  if (transaction !== 'unknown' || !document.error) return document;
  const answer =
    document.error.layer === 'engine' ? 'the server did not say how it ended' : 'no reply to it came';
  return {
    ...document,
    error: {
      ...document.error,
      message: `The commit was sent, but ${answer}. ${document.error.message}`,
      hint: 'Check with arango_read_query whether the changes are there before you send them again.',
    },
  };
}
