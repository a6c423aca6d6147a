import { describe, expect, it } from 'vitest';
import { canDeliverRows, statementKind, valuesArePrefixed } from './statement-kind.js';

describe('statement kinds', () => {
  it.each([
    [0, 'ALTER_CLASS'],
    [2, 'COMMIT_WORK'],
    [4, 'CREATE_CLASS'],
    [16, 'ROLLBACK_WORK'],
    [20, 'INSERT'],
    [21, 'SELECT'],
    [22, 'UPDATE'],
    [23, 'DELETE'],
    [24, 'CALL'],
    [32, 'SAVEPOINT'],
    [41, 'GET_STATS'],
    [47, 'CREATE_STORED_PROCEDURE'],
    [52, 'TRUNCATE'],
    [57, 'MERGE'],
    [62, 'SET_TIMEZONE'],
    [70, 'RENAME_SYNONYM'],
    [75, 'ALTER_TRIGGER'],
    [99, 'SET_TRANSACTION'],
    [117, 'VACUUM'],
    [126, 'CALL_SP'],
    [71, 'UNKNOWN_71'],
    [127, 'UNKNOWN_127'],
    [200, 'UNKNOWN_200'],
  ])('%i is %s', (type, kind) => {
    expect(statementKind(type)).toBe(kind);
  });

  it('that deliver rows are 21, 24, 41, 14 and 126; all but the first with typed values', () => {
    const types = Array.from({ length: 256 }, (_, type) => type);
    expect(types.filter(canDeliverRows)).toEqual([14, 21, 24, 41, 126]);
    expect(types.filter(valuesArePrefixed)).toEqual([14, 24, 41, 126]);
  });
});
