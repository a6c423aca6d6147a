import { describe, expect, it } from 'vitest';
import { parseStoredDefault } from './defaults.js';

// What `db_attribute.default_value` of a CUBRID 11.4 server held, beside what SHOW CREATE TABLE printed.
describe('defaults as the catalog stores them', () => {
  it('knows the function that counts seconds on columns of a time type', () => {
    expect(parseStoredDefault('TIMESTAMP', 'UNIX_TIMESTAMP()')).toEqual({
      default: { sql: 'UNIX_TIMESTAMP()', kind: 'expression' },
    });
    expect(parseStoredDefault('TIMESTAMP', 'UNIX_TIMESTAMP() ON UPDATE CURRENT_TIMESTAMP')).toEqual({
      default: { sql: 'UNIX_TIMESTAMP()', kind: 'expression' },
      onUpdate: 'CURRENT_TIMESTAMP',
    });
    expect(parseStoredDefault('BIGINT', 'UNIX_TIMESTAMP()')).toEqual({
      default: { sql: 'UNIX_TIMESTAMP()', kind: 'expression' },
    });
  });

  it('takes other values of a time type as literals', () => {
    expect(parseStoredDefault('TIMESTAMP', '12:00:10 AM 01/01/1970 ON UPDATE UNIX_TIMESTAMP()')).toEqual({
      default: { sql: "TIMESTAMP '12:00:10 AM 01/01/1970'", kind: 'literal' },
      onUpdate: 'UNIX_TIMESTAMP()',
    });
    expect(parseStoredDefault('DATE', '01/01/2020')).toEqual({
      default: { sql: "DATE '01/01/2020'", kind: 'literal' },
    });
  });
});
