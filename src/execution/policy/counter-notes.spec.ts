import { describe, expect, it } from 'vitest';
import { counterNotes } from '../../../test/helpers/statement-checks.js';
import { CORADB_SQL_RULES } from '../../driver/coradb/rules/sql-rules.js';
import { EMBEDDED_SQL_RULES } from '../../driver/embedded/rules/sql-rules.js';
import { factsOf } from '../../sql/facts.js';

const notes = (sql: string, created: readonly string[] = [], rules = CORADB_SQL_RULES): readonly string[] =>
  counterNotes({ text: sql }, new Set(created), undefined, rules);
const AUTO_INCREMENT = /^If the table has an AUTO_INCREMENT column, the numbers it gave are used up/;

describe('notes', () => {
  it.each([
    ['SELECT sq.NEXT_VALUE', ['sq']],
    ['DO dba . [sq] . nextval', ['dba.[sq]']],
    ['SELECT sq->NEXT_VALUE', ['sq']],
    ['SELECT SERIAL_NEXT_VALUE(dba.sq, 5) + a.NEXT_VALUE', ['dba.sq', 'a']],
    ['UPDATE t SET v = sq.NEXT_VALUE, id = sq.NEXT_VALUE', ['sq']],
    ['CREATE TABLE z AS SELECT sq.NEXT_VALUE n', ['sq']],
    ["SELECT nextval('sq'), main.NextVal( 'main.\"b c\"' )", ['sq', 'main.b c']],
    ["CREATE TABLE z AS SELECT nextval('sq') n", ['sq']],
    ["CREATE TABLE z (a INT DEFAULT nextval('sq'))", []],
    ["SELECT currval('sq'), nextval FROM t AS nextval (a)", []],
    ['CREATE VIEW v AS SELECT sq.NEXT_VALUE n', []],
    ['CREATE OR REPLACE VIEW v AS SELECT sq.NEXT_VALUE n', []],
    ['SELECT next_value, sq.CURRENT_VALUE FROM t', []],
  ])('%s', (sql, serials) => {
    const rules = /nextval\s*\(/i.test(sql) ? EMBEDDED_SQL_RULES : CORADB_SQL_RULES;
    expect(notes(sql, [], rules)).toEqual(
      serials.map(
        (name) =>
          `The counter of serial ${name} keeps the steps that this statement took: a rollback does not take them back.`,
      ),
    );
  });

  it('say that numbers of an AUTO_INCREMENT column are used up', () => {
    for (const sql of [
      'INSERT INTO t VALUES (1)',
      'REPLACE INTO t VALUES (1)',
      'MERGE INTO t USING u ON (a)',
    ]) {
      expect(notes(sql)).toEqual([expect.stringMatching(AUTO_INCREMENT)]);
    }
    expect(notes('UPDATE t SET v = 1')).toEqual([]);
  });

  it('leave out serials that the same transaction has made', () => {
    expect(notes('SELECT sq.NEXT_VALUE, dba.[SQ].NEXT_VALUE', ['SQ'])).toEqual([]);
    expect(notes('SELECT SERIAL_NEXT_VALUE(sq, 2), other.NEXT_VALUE', ['SQ'])).toEqual([
      expect.stringContaining('serial other keeps'),
    ]);
  });
});

describe('the serial that a statement makes', () => {
  it.each([
    ['CREATE SERIAL sq START WITH 5', 'SQ'],
    ['/* x */ create serial [dba] . "a b"', 'A B'],
    ['CREATE TABLE serial (a INT)', undefined],
    ['ALTER SERIAL sq START WITH 5', undefined],
    ['CREATE SERIAL', undefined],
  ])('%s', (sql, name) => {
    expect(factsOf(sql, CORADB_SQL_RULES)[0]?.createdSerial).toBe(name);
  });
});
