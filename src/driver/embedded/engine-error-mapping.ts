import { EngineError } from '../driver-errors.js';
import { MEMORY_LIMIT } from './engine-options.js';

/** Words the Node.js binding puts before DuckDB's own text. */
const BINDING_PREFIX = /^(?:Failed to [a-z ]+|Failure [a-z ]+): /i;
const ERROR_CLASS = /^([A-Za-z][A-Za-z ]*?) Error: ([\s\S]*)$/;

const READ_ONLY_HINT = 'This login or this call may only read; nothing was changed.';
const MEMORY_HINT = `The embedded engine works within ${MEMORY_LIMIT}; select fewer rows or columns, or sort less.`;

/**
 * Turns what the DuckDB binding throws into an `EngineError`: the code is DuckDB's error class (`Parser`, `Catalog`,
 * `Binder`, `Constraint`, `Conversion`, `Interrupt`, `Transaction`, …), the text DuckDB's own with its `LINE n: … ^`.
 * Call errors, and errors of this program, come back as they are.
 */
export function toEngineError(thrown: unknown): unknown {
  if (!isFromDuckDB(thrown)) return thrown;
  const text = thrown.message.replace(BINDING_PREFIX, '');
  const match = ERROR_CLASS.exec(text);
  const code = match === null ? 'Unknown' : errorClass(match[1] ?? '');
  const message = (match?.[2] ?? text).trimEnd();
  const hint = hintFor(code, message);
  const error = new EngineError('DuckDB', code, message, {
    cause: thrown,
    ...(hint === undefined ? {} : { hint }),
  });
  error.transactionLost = code === 'Transaction' && hint !== READ_ONLY_HINT;
  return error;
}

function hintFor(code: string, message: string): string | undefined {
  if (/in read-only mode/.test(message)) return READ_ONLY_HINT;
  return code === 'OutOfMemory' ? MEMORY_HINT : undefined;
}

/** The binding throws plain errors; a `TypeError` and its like are faults of this program and stay what they are. */
function isFromDuckDB(thrown: unknown): thrown is Error {
  return thrown instanceof Error && thrown.name === 'Error';
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
