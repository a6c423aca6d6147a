import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GuardError, InputError } from '../../errors/call-error.js';
import { checkReadOnly } from '../../../test/helpers/statement-checks.js';
import { splitStatements } from '../../sql/statement-splitter.js';

interface ReadOnlyCase {
  readonly name: string;
  readonly sql: string;
  readonly mustBeRefusedByReadOnlyTool: boolean;
  readonly why: string;
}

const CASES = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/cases/read-only.json', import.meta.url), 'utf8'),
) as ReadOnlyCase[];

/** What only a view hides: their text is a plain read, the plan refuses them (hidden-effects.spec.ts). */
const HIDDEN_IN_VIEWS = ['view-hidden-serial', 'view-of-view', 'view-hidden-count', 'view-dblink'];
const SHOWN_BY_TEXT = CASES.filter(({ name }) => !HIDDEN_IN_VIEWS.includes(name));

/** Splits and checks as a read-only tool does, without asking the server for its settings. */
function isRefused(sql: string): boolean {
  const result = splitStatements(sql);
  if (result.kind === 'refused' || result.statements.length === 0) return true;
  try {
    for (const statement of result.statements) checkReadOnly(statement);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(GuardError);
    return true;
  }
}

function refusal(sql: string): string {
  try {
    checkReadOnly({ text: sql });
    return 'allowed';
  } catch (error) {
    const { position, message, hint } = error as GuardError;
    return `${position?.line}:${position?.column} ${message} ${hint}`;
  }
}

describe(`${SHOWN_BY_TEXT.length} of the ${CASES.length} measured cases of read-only.json, by their text`, () => {
  it('are all there', () => {
    expect([CASES.length, SHOWN_BY_TEXT.length]).toEqual([174, 170]);
  });

  it.each(SHOWN_BY_TEXT)('$name: $why', ({ sql, mustBeRefusedByReadOnlyTool }) => {
    expect(isRefused(sql)).toBe(mustBeRefusedByReadOnlyTool);
  });

  it.each(CASES.filter(({ name }) => HIDDEN_IN_VIEWS.includes(name)))('$name needs the plan', ({ sql }) => {
    expect(isRefused(sql)).toBe(false);
  });
});

describe('spellings beyond the cases', () => {
  it.each([
    'SELECT sq->NEXT_VALUE FROM t',
    'SELECT id FROM t START WITH SERIAL_NEXT_VALUE(sq, 1) = id CONNECT BY PRIOR id = v',
    'WITH c(a) AS (SELECT 1) (SELECT INCR(cnt) FROM t)',
    'WITH c AS (SELECT 1 a) (WITH d AS (SELECT 2 b) DELETE FROM t)',
    '(((DELETE FROM t)))',
    'SELECT id FROM dba.t @ /* x */ [srv1]',
    'SELECT id FROM dba.select@srv1',
    'SELECT id FROM "t"@"srv1"',
    'SELECT id FROM t FOR -- x\r UPDATE',
    `SELECT "a\\" , INCR(cnt), "b" FROM t`,
    `SELECT 1x'\\', INCR(cnt) --'`,
    'SELECT dba.clob_from_file(1)',
    "SHOW LOG HEADER OF '/etc/passwd'",
    "SHOW ARCHIVE LOG HEADER OF '/etc/passwd'",
    'SELECT \u017ferial_next_value(sq, 1)',
    'SELECT 1;DELETE FROM t',
    '',
    '-- only a comment',
    '1',
  ])('refuses %s', (sql) => {
    expect(refusal(sql)).not.toBe('allowed');
  });

  it.each([
    'SELECT * FROM (VALUES (1, 2)) AS incr(a, b)',
    'WITH decr(a) AS (SELECT 1) SELECT * FROM decr',
    'WITH RECURSIVE incr(a) AS (SELECT 1) SELECT * FROM incr',
    'WITH c AS (SELECT 1 a) (SELECT * FROM c)',
    'SELECT id FROM t WHERE v = @x AND id BETWEEN @a AND @b LIMIT 1',
    'SELECT CASE WHEN @a THEN @b ELSE @c END, TRIM(@x FROM @y)',
    'SELECT id FROM t FOR ORDER BY [update]',
    'SELECT COUNT(*) FROM t WITH ROLLUP',
    'SELECT 1.NEXT_VALUE',
    'SHOW LOG HEADER',
    'SELECT c.name FROM MATCH (p:product)-[:part_of]->(c:category)',
    'SELECT 1 ;',
  ])('allows %s', (sql) => {
    expect(refusal(sql)).toBe('allowed');
  });
});

describe('messages', () => {
  it('name the construct, its place, why, and the next step', () => {
    expect(refusal('SELECT id,\n  INCR(cnt) FROM t')).toBe(
      '2:3 INCR(…) at line 2, column 3 changes a row and commits the change on its own, so that no rollback undoes ' +
        'it; this tool only reads. Select the column itself, or change the row with execute_sql.',
    );
    expect(refusal(' UPDATE t SET v = 1')).toBe(
      '1:2 This tool only reads: the statement at line 1, column 2 is no query but UPDATE. ' +
        'Send SELECT, WITH … SELECT, VALUES, SHOW or DESCRIBE; everything else runs with execute_sql.',
    );
  });

  it('place the construct in the whole script', () => {
    const result = splitStatements('SELECT 1;\nSELECT 2; SELECT\nsq.NEXT_VALUE');
    const third = result.kind === 'statements' ? result.statements[2] : undefined;
    expect(() => checkReadOnly(third ?? { text: '' })).toThrow(
      'NEXT_VALUE at line 3, column 4 takes a number',
    );
  });

  it('count columns from the start of the line, not of the statement', () => {
    const result = splitStatements('SELECT 1;\nSELECT 2; SELECT INCR(cnt) FROM t');
    const third = result.kind === 'statements' ? result.statements[2] : undefined;
    expect(() => checkReadOnly(third ?? { text: '' })).toThrow('INCR(…) at line 2, column 18 changes a row');
  });

  it('tell an empty text from a forbidden one', () => {
    expect(() => checkReadOnly({ text: ' ' })).toThrow(InputError);
  });
});

it('follows given settings instead of all possible ones', () => {
  const sql = `SELECT 'a\\' , INCR(cnt), \\'' FROM t`;
  const escapes = { ansiQuotes: true, noBackslashEscapes: false };
  expect(() => checkReadOnly({ text: sql })).toThrow('INCR(…)');
  expect(() => checkReadOnly({ text: sql }, { settings: escapes })).not.toThrow();
});

it('lets the operator allow files of the database host', () => {
  const statement = { text: "SELECT CLOB_FROM_FILE('/etc/hostname')" };
  expect(() => checkReadOnly(statement)).toThrow('reads a file of the database host');
  expect(() => checkReadOnly(statement, { allowServerFiles: true })).not.toThrow();
});
