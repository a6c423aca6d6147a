import { CallError } from '../../errors/call-error.js';
import { EngineError } from '../driver-errors.js';

/** Words the Node.js binding puts before DuckDB's own text. */
const BINDING_PREFIX = /^(?:Failed to [a-z ]+|Failure [a-z ]+): /i;
const ERROR_CLASS = /^([A-Za-z][A-Za-z ]*?) Error: ([\s\S]*)$/;

/**
 * Turns what the DuckDB binding throws into an `EngineError`: the code is DuckDB's error class (`Parser`, `Catalog`,
 * `Binder`, `Constraint`, `Conversion`, `Interrupt`, `Transaction`, …), the text DuckDB's own with its `LINE n: … ^`.
 */
export function toEngineError(thrown: unknown): CallError {
  if (thrown instanceof CallError) return thrown;
  const text = (thrown instanceof Error ? thrown.message : String(thrown)).replace(BINDING_PREFIX, '');
  const match = ERROR_CLASS.exec(text);
  const code = match === null ? 'Unknown' : errorClass(match[1] ?? '');
  const message = (match?.[2] ?? text).trimEnd();
  const readOnly = /in read-only mode/.test(message);
  const error = new EngineError('DuckDB', code, message, {
    cause: thrown,
    ...(readOnly ? { hint: 'This login or this call may only read; nothing was changed.' } : {}),
  });
  error.transactionLost = code === 'Transaction' && !readOnly;
  return error;
}

/** The error of a statement that a time limit or a cancellation stopped. */
export function interruptedError(): EngineError {
  return new EngineError('DuckDB', 'Interrupt', 'Interrupted!');
}

function errorClass(words: string): string {
  if (words === 'TransactionContext') return 'Transaction';
  return words
    .split(' ')
    .map((word) =>
      word === word.toUpperCase() ? word.charAt(0) + word.slice(1).toLowerCase() : capitalised(word),
    )
    .join('');
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
