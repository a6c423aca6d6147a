import { describe, expect, it } from 'vitest';
import { InputError } from '../../errors/call-error.js';
import { toEngineError } from './engine-error-mapping.js';

describe('what DuckDB throws', () => {
  // Texts as DuckDB 1.5.6 and its binding gave them.
  it.each([
    [
      'Failed to extract statements: Parser Error: syntax error at or near "SELEC"',
      'Parser',
      'syntax error at or near "SELEC"',
    ],
    ['Failure running pending result task: INTERRUPT Error: Interrupted!', 'Interrupt', 'Interrupted!'],
    ['TransactionContext Error: Conflict on update!', 'Transaction', 'Conflict on update!'],
    ['Out of Memory Error: failed to allocate data', 'OutOfMemory', 'failed to allocate data'],
    ['Invalid Input Error: boom', 'InvalidInput', 'boom'],
    [
      'Catalog Error: Table with name x does not exist!\n\nLINE 1: x\n        ^',
      'Catalog',
      'Table with name x does not exist!\n\nLINE 1: x\n        ^',
    ],
    ['Error in native callback', 'Unknown', 'Error in native callback'],
  ])('%j has the class %s', (text, code, engineMessage) => {
    expect(toEngineError(new Error(text))).toMatchObject({
      layer: 'engine',
      engine: 'DuckDB',
      code,
      engineMessage,
    });
  });

  it('says that a conflict has undone the transaction, and a refused change has not', () => {
    expect(toEngineError(new Error('TransactionContext Error: Conflict on update!'))).toMatchObject({
      transactionLost: true,
    });
    const refused =
      'TransactionContext Error: Cannot write to database "x" - transaction is launched in read-only mode';
    expect(toEngineError(new Error(refused))).toMatchObject({
      transactionLost: false,
      hint: 'This login or this call may only read; nothing was changed.',
    });
  });

  it('leaves call errors and faults of this program alone', () => {
    const input = new InputError('x');
    const fault = new TypeError('y is not a function');
    expect(toEngineError(input)).toBe(input);
    expect(toEngineError(fault)).toBe(fault);
  });
});
