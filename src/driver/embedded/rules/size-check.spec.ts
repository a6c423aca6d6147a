import { describe, expect, it } from 'vitest';
import { parseSql } from '../sql-translation.js';
import { checkSize } from './size-check.js';

const check = (sql: string) => () => checkSize(parseSql(sql));
const columns = (count: number): string => `SELECT ${'1,'.repeat(count - 1)}1`;
const nested = (depth: number): string => `SELECT ${'('.repeat(depth)}1${')'.repeat(depth)}`;

describe('the size of a statement', () => {
  it('has a limit of columns', () => {
    expect(check(columns(10_000))).not.toThrow();
    expect(check(columns(10_001))).toThrow(
      'The embedded engine takes at most 10000 columns in one SELECT (passed at line 1, column 20007).',
    );
    expect(check(`INSERT INTO t SELECT * FROM (${columns(200_000)})`)).toThrow('10000 columns');
  });

  it('has a limit of nesting', () => {
    expect(check(nested(1_000))).not.toThrow();
    expect(check(nested(1_001))).toThrow(
      'The embedded engine takes at most 1000 levels of parentheses (passed at line 1, column 1008).',
    );
    expect(check(`SELECT ${'['.repeat(1_001)} {`)).toThrow(/1000 levels|never closed/);
  });

  it('counts neither values nor arguments as columns', () => {
    expect(check(`INSERT INTO t VALUES ${'(1),'.repeat(20_000)}(1)`)).not.toThrow();
    expect(check(`SELECT 1 FROM t WHERE a IN (${'1,'.repeat(20_000)}1)`)).not.toThrow();
    expect(check(`${'SELECT 1, 2 FROM t UNION ALL '.repeat(9_000)} SELECT 1, 2`)).not.toThrow();
  });
});
