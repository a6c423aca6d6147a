import { failureDocument, type ArangoDocument } from '../arango-calls.service.js';
import type { TransactionOutcome } from '../transaction/transaction-outcome.js';

/** What a rollback does not bring back; said only where something was written. */
const NOT_UNDONE =
  'Numbers taken from a key generator (autoincrement, padded) are not given back by a rollback.';

/**
 * The reply of a tool that may change something: how the transaction ended comes first.
 * @param wrote whether something was written before it ended
 */
export function transactionDocument<T>(
  outcome: TransactionOutcome<T>,
  wrote: boolean,
  resultDocument: (result: T) => ArangoDocument,
): ArangoDocument {
  const { transaction, rolledBackBecause, result, failure } = outcome;
  const head = {
    transaction,
    ...(rolledBackBecause !== undefined && { rolledBackBecause }),
    ...(transaction === 'rolled back' && wrote && { notes: [NOT_UNDONE] }),
  };
  if (failure !== undefined) return { ...head, ...unknownHint(transaction, failureDocument(failure)) };
  return { ...head, ...(result !== undefined && resultDocument(result)) };
}

function unknownHint(transaction: string, document: ArangoDocument): ArangoDocument {
  if (transaction !== 'unknown' || !document.error) return document;
  return {
    ...document,
    error: {
      ...document.error,
      message: `The commit was sent, but no reply to it came. ${document.error.message}`,
      hint: 'Check with arango_read_query whether the changes are there before you send them again.',
    },
  };
}
