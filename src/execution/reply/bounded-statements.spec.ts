import { expect, it } from 'vitest';
import { withBoundedStatements } from './bounded-statements.js';
import { documentText } from './document-text.js';
import type { CallDocument } from './reply-document.js';

const made = (count: number): CallDocument => ({
  login: 'dba@localhost:33000/demodb',
  elapsedMs: 1,
  transaction: 'committed',
  statements: Array.from({ length: count }, (_, index) => ({
    statement: index + 1,
    sql: `CREATE TABLE t${index} (${'column_name VARCHAR(20), '.repeat(10)})`,
    type: 'CREATE_TABLE',
    affectedRows: 2,
    elapsedMs: 1,
  })),
});

it('counts the statements of a long script that do not fit, and keeps the first ones', () => {
  const bounded = withBoundedStatements(made(3_000), 50_000);
  expect(documentText(bounded).length).toBeLessThan(51_000);
  const shown = bounded.statements.length;
  expect(bounded.statements.at(-1)?.statement).toBe(shown);
  expect(bounded.statementsOmitted).toEqual({
    count: 3_000 - shown,
    kinds: { CREATE_TABLE: 3_000 - shown },
    affectedRows: 2 * (3_000 - shown),
  });
});

it('always tells which statement failed, and counts those that were skipped', () => {
  const document = made(3_000);
  document.statements[2_500] = { statement: 2_501, sql: 'SELEC 1', failed: true };
  document.statements[2_999] = { statement: 3_000, sql: 'SELECT 1', skipped: true };
  const { statements, statementsOmitted } = withBoundedStatements(document, 50_000);
  expect(statements.at(-1)).toEqual({ statement: 2_501, sql: 'SELEC 1', failed: true });
  expect(statementsOmitted?.kinds.skipped).toBe(1);
});

it('leaves a list that fits as it is', () => {
  const document = made(50);
  expect(withBoundedStatements(document, 50_000)).toBe(document);
});
