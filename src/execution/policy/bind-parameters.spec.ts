import { describe, expect, it } from 'vitest';
import { CORADB_SQL_RULES } from '../../driver/coradb/rules/sql-rules.js';
import { InputError } from '../../errors/call-error.js';
import { factsOf } from '../../sql/facts.js';
import { DEFAULT_LEXICAL_SETTINGS, type LexicalSettings } from '../../sql/lexical-settings.js';
import type { CheckedStatement } from '../../sql/statement-place.js';
import { splitStatements, type StatementText } from '../../sql/statement-splitter.js';
import { checkParameterCount } from './bind-parameters.js';

const statementsOf = (sql: string): readonly StatementText[] => {
  const split = splitStatements(sql);
  return split.kind === 'statements' ? split.statements : [];
};
const check = (statement: CheckedStatement, count: number, settings?: LexicalSettings): void =>
  checkParameterCount(statement, factsOf(statement.text, CORADB_SQL_RULES, settings), count);

describe('the values of a call', () => {
  it('are missed at a place of the whole text', () => {
    const [, second] = statementsOf('SELECT 1;\n  SELECT ?,\n ? FROM t');
    expect(second).toBeDefined();
    const given = (count: number) => () => check(second as StatementText, count);
    expect(given(2)).not.toThrow();
    expect(given(0)).toThrow('The first without one is at line 2, column 10.');
    expect(given(1)).toThrow(InputError);
    expect(given(1)).toThrow('The first without one is at line 3, column 2.');
  });

  // This would take minutes if each marker looked for its line from the beginning.
  it('are counted in a line of 2 MB of markers', () => {
    const markers = 700_000;
    const [statement] = statementsOf(`SELECT ${'?, '.repeat(markers - 1)}?`);
    expect(() => check(statement as StatementText, markers)).not.toThrow();
  });
});

describe('the number of values', () => {
  const given = (sql: string, count: number) => (): void => check({ text: sql }, count);

  it('accepts one value for each marker', () => {
    expect(given('SELECT ?, ?', 2)).not.toThrow();
    expect(given('SELECT 1', 0)).not.toThrow();
  });

  it('names the first marker without a value', () => {
    expect(given('SELECT ?,\n ?', 1)).toThrow(
      'The statement has 2 bind markers, but 1 value was given in params. The first without one is at line 2, column 2.',
    );
    expect(given('SELECT ?', 3)).toThrow(
      'The statement has 1 bind marker, but 3 values were given in params.',
    );
  });

  it('refuses named markers', () => {
    expect(given('SELECT :a', 1)).toThrow(':a at line 1, column 8 is a named marker');
  });

  it('is not guessed when the settings decide', () => {
    const sql = `SELECT '\\' ? \\''`;
    expect(given(sql, 0)).toThrow('depends on settings of the server');
    const escapes = { ansiQuotes: true, noBackslashEscapes: false };
    expect(() => check({ text: sql }, 0, escapes)).not.toThrow();
    expect(() => check({ text: sql }, 1, DEFAULT_LEXICAL_SETTINGS)).not.toThrow();
  });
});
