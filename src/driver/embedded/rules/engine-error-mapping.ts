import { EngineError } from '../../driver-errors.js';
import { withoutGuesses } from './dialect-hints.js';
import { engineHint, LIMIT_WITH_COMMA, READ_ONLY_HINT } from './engine-hints.js';

/** Words the Node.js binding puts before DuckDB's own text. */
const BINDING_PREFIX = /^(?:Failed to [a-z ]+|Failure [a-z ]+): /i;
const ERROR_CLASS = /^([A-Za-z][A-Za-z ]*?) Error: ([\s\S]*)$/;

/**
 * Turns what the DuckDB binding throws into an `EngineError`: the code is DuckDB's error class (`Parser`, `Catalog`,
 * `Binder`, `Constraint`, `Conversion`, `Interrupt`, `Transaction`, …), the text DuckDB's own with its `LINE n: … ^`,
 * NUL characters made visible.
 * Call errors, and errors of this program, come back as they are.
 */
export function toEngineError(thrown: unknown): unknown {
  if (!isFromDuckDB(thrown)) return thrown;
  const text = thrown.message.replace(BINDING_PREFIX, '');
  const match = ERROR_CLASS.exec(text);
  const code = match === null ? 'Unknown' : errorClass(match[1] ?? '');
  const said = withoutGuesses(readable((match?.[2] ?? text).trimEnd()));
  const isLimit = said === LIMIT_WITH_COMMA.engineText;
  const message = isLimit ? LIMIT_WITH_COMMA.message : said;
  const hint = isLimit ? LIMIT_WITH_COMMA.hint : engineHint(code, message);
  const error = new EngineError('DuckDB', code, message, {
    cause: thrown,
    ...(hint === undefined ? {} : { hint }),
  });
  error.transactionLost = code === 'Transaction' && hint !== READ_ONLY_HINT;
  return error;
}

/** Keys of the catalog are names joined by NUL, which DuckDB prints as such or as `\0`. */
const CATALOG_KEY = /"Schema(?:\0|\\0)[^"]*"/g;

function readable(text: string): string {
  return text
    .replace(CATALOG_KEY, (key) => {
      const [kind = '', ...names] = key
        .slice(1, -1)
        .split(/\0|\\0/)
        .slice(-3);
      return `${kind} "${names.join('.')}"`;
    })
    .replaceAll('\0', '\\0');
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
