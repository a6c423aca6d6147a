import { shown } from '../../../../test/helpers/at-edge.js';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../errors/call-error.js';
import type { EngineError } from '../../driver-errors.js';
import { toEngineError as mapped } from './engine-error-mapping.js';
import { engineHint } from './engine-hints.js';

const toEngineError = (thrown: unknown): unknown => shown(mapped(thrown));

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

  const CONFLICT =
    'Another call changed the same rows at the same time; nothing of this call was saved. Read the rows as they are now, then decide whether to call again.';
  const KEY =
    'Another call saved a row with the same key at the same time; nothing of this call was saved. Give another key, or change the row that is there now.';
  const DEFINITION =
    'Another call changed the same definition at the same time, or this one changed it twice, which the embedded engine does not take; nothing of this call was saved. Look with describe_schema at what there is now; make one ALTER TABLE of a table in each call.';
  const LIST = 'describe_schema shows the tables, views and columns that exist, and the serials.';

  it.each([
    ['TransactionContext Error: Conflict on update!', CONFLICT],
    ['TransactionContext Error: Conflict on tuple deletion!', CONFLICT],
    [
      'TransactionContext Error: Failed to commit: PRIMARY KEY or UNIQUE constraint violation: duplicate key "7"',
      KEY,
    ],
    [
      'TransactionContext Error: Transaction conflict: attempting to insert into table "k" but it has been altered by a different transaction',
      DEFINITION,
    ],
    [
      'TransactionContext Error: Failed to commit: Transaction conflict: attempting to insert into table "k" but it has been dropped by a different transaction',
      DEFINITION,
    ],
    ['Catalog Error: Table with name nope does not exist!\nDid you mean "pg_enum"?', LIST],
    [
      'Catalog Error: Sequence with name zzz does not exist!',
      /^describe_schema shows the serials\. .*without the name before it/,
    ],
    ['Catalog Error: Table with name "x.p" does not exist because schema "x" does not exist.', LIST],
    ['Binder Error: Referenced column "nope" not found in FROM clause!', LIST],
    ['Binder Error: Referenced table "x" not found!', LIST],
    ['Binder Error: Table "p" does not have a column with name "zz"', LIST],
    ['Binder Error: Referenced update column zz not found in table!', LIST],
    [
      'Constraint Error: Violates foreign key constraint because key "pid: 1" is still referenced by a foreign key in a different table.',
      /in a call of its own that commits/,
    ],
    [
      'Constraint Error: Violates foreign key constraint because key "id: 99" does not exist in the referenced table',
      /must be there first/,
    ],
    [
      'Catalog Error: Could not drop the table because this table is main key table of the table "k"',
      /drop the table that has the foreign key first/,
    ],
    ['Parser Error: syntax error at or near "AUTO_INCREMENT"', /CREATE SERIAL s/],
    ['Parser Error: syntax error at or near "SELEC"', undefined],
    ['TransactionContext Error: Current transaction is aborted (please ROLLBACK)', undefined],
  ])('%s has a hint', (text, hint) => {
    const expected = hint instanceof RegExp ? expect.stringMatching(hint) : hint;
    expect((toEngineError(new Error(text)) as EngineError).hint).toEqual(expected);
  });

  it('shows NUL characters, and keys of the catalog as names', () => {
    expect(toEngineError(new Error('Invalid Input Error: a\0b'))).toMatchObject({ engineMessage: 'a\\0b' });
    for (const nul of ['\0', '\\0']) {
      const key = ['Schema', 'main', 'main', 'Table', 'main', 'zz'].join(nul);
      expect(
        toEngineError(
          new Error(`TransactionContext Error: Catalog write-write conflict on create with "${key}"`),
        ),
      ).toMatchObject({
        engineMessage: 'Catalog write-write conflict on create with Table "main.zz"',
        hint: DEFINITION,
      });
    }
  });

  it('says what LIMIT with a comma is', () => {
    expect(toEngineError(new Error('Parser Error: errhint NOT IMPLEMENTED'))).toMatchObject({
      engineMessage: 'LIMIT with a comma is not supported',
      hint: 'Write LIMIT count OFFSET start instead of LIMIT start, count.',
    });
  });

  it('leaves call errors and faults of this program alone', () => {
    const input = new InputError('x');
    const fault = new TypeError('y is not a function');
    expect(toEngineError(input)).toBe(input);
    expect(toEngineError(fault)).toBe(fault);
  });
});

describe('what to do next about a constraint', () => {
  it.each([
    ['Duplicate key "id: 1" violates primary key constraint.', 'give another key'],
    ['NOT NULL constraint failed: category.name', 'Give that column a value'],
  ])('%s', (message, hint) => {
    expect(engineHint('Constraint', message)).toContain(hint);
  });
});
