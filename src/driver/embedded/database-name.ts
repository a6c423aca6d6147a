import { InputError } from '../../errors/call-error.js';
import { beginningOf } from '../../text/cut-text.js';

/** Longest database name, in bytes of UTF-8: the field of the broker's handshake holds 32 with its NUL (cas-protocol §3). */
const MAX_BYTES = 31;

/**
 * A database name is one plain file name: nothing that reaches another folder, host or file.
 * @throws InputError that says which rule it breaks
 */
export function checkDatabaseName(name: string): void {
  const problem = problemOf(name);
  if (problem === undefined) return;
  throw new InputError(`Database name ${JSON.stringify(beginningOf(name, 64))} ${problem}.`, {
    hint: 'Give the plain name of a database, such as e-commerce.',
  });
}

function problemOf(name: string): string | undefined {
  if (name.trim() === '') return 'is empty';
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'contains a control character';
  const forbidden = /[@/\\:*?"<>|]/.exec(name);
  if (forbidden !== null) return `contains ${JSON.stringify(forbidden[0])}`;
  if (name.includes('..')) return 'contains ".."';
  if (/^[.\s]|[.\s]$/.test(name)) return 'starts or ends with a dot or a blank';
  if (Buffer.byteLength(name) > MAX_BYTES) return `is longer than ${MAX_BYTES} bytes`;
  return undefined;
}
