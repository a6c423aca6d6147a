import { describe, expect, it } from 'vitest';
import { InputError } from '../../errors/call-error.js';
import { splitStatements, type StatementText } from '../../sql/statement-splitter.js';
import { checkParameters } from './call-context.js';
import type { SelectCall } from '../call.js';

const statementsOf = (sql: string): readonly StatementText[] => {
  const split = splitStatements(sql);
  return split.kind === 'statements' ? split.statements : [];
};
const withValues = (count: number) =>
  ({ params: new Array<null>(count).fill(null) }) as unknown as SelectCall;

describe('the values of a call', () => {
  it('are missed at a place of the whole text', () => {
    const [, second] = statementsOf('SELECT 1;\n  SELECT ?,\n ? FROM t');
    expect(second).toBeDefined();
    const check = (count: number) => () => checkParameters(withValues(count), second as StatementText);
    expect(check(2)).not.toThrow();
    expect(check(0)).toThrow('The first without one is at line 2, column 10.');
    expect(check(1)).toThrow(InputError);
    expect(check(1)).toThrow('The first without one is at line 3, column 2.');
  });

  // This would take minutes if each marker looked for its line from the beginning.
  it('are counted in a line of 2 MB of markers', () => {
    const markers = 700_000;
    const [statement] = statementsOf(`SELECT ${'?, '.repeat(markers - 1)}?`);
    expect(() => checkParameters(withValues(markers), statement as StatementText)).not.toThrow();
  });
});
