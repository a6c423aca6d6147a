import { edgeText } from '../../../test/helpers/at-edge.js';
import { describe, expect, it } from 'vitest';
import type { WriteMode } from '../../config/coradb-settings.js';
import type { Call } from '../call.js';
import { throwRefusal } from '../../../test/helpers/statement-checks.js';
import { hiddenEffects } from '../../driver/coradb/plan/hidden-effects.js';
import { CORADB_SQL_RULES } from '../../driver/coradb/rules/sql-rules.js';
import { factsOf } from '../../sql/facts.js';
import { StatementPolicy } from './statement-policy.js';

function policy(
  purpose: Call['purpose'],
  { dryRun = false, writeMode = 'write' as WriteMode, serverFiles = 'off' as 'on' | 'off' } = {},
) {
  const decided = new StatementPolicy({ purpose, dryRun }, { writeMode, serverFiles });
  const readings = (sql: string) => factsOf(sql, CORADB_SQL_RULES);
  return {
    rollsBackBecause: edgeText(decided.rollsBackBecause),
    isDryRun: decided.isDryRun,
    checkText: (sql: string) => throwRefusal(decided.judgeText(readings(sql))),
    leftBehind: (sql: string) => decided.notUndone(readings(sql))?.reason('line 1, column 1'),
    checkKind: (kind: string) => throwRefusal(decided.judgeKind(kind, CORADB_SQL_RULES.kinds)),
    checkPlan: (plan: string) => {
      const verdict = decided.judgePlan(hiddenEffects(plan));
      throwRefusal(verdict);
      return verdict;
    },
    needsPlan: (text: string) => decided.needsPlan('SELECT', text),
  };
}

describe('how a call ends when every statement succeeded', () => {
  it.each([
    ['select', false, 'write', 'execute_select only reads'],
    ['explain', false, 'write', 'explain_query runs nothing'],
    ['execute', false, 'write', undefined],
    ['execute', true, 'write', 'dryRun was requested'],
    ['execute', true, 'dryrun', 'dryRun was requested'],
    ['execute', false, 'dryrun', 'the server allows only dry runs (CORADB_WRITE_MODE=dryrun)'],
    // The tool is not offered then; if it were called all the same, nothing would be saved.
    ['execute', false, 'off', 'the server allows only dry runs (CORADB_WRITE_MODE=off)'],
  ] as const)('%s, dryRun %s, CORADB_WRITE_MODE=%s: %s', (purpose, dryRun, writeMode, because) => {
    expect(policy(purpose, { dryRun, writeMode }).rollsBackBecause).toBe(because);
  });
});

describe('by its text', () => {
  it.each(['select', 'explain', 'execute'] as const)('files of the host are refused to %s', (purpose) => {
    const sql = "SELECT CLOB_FROM_FILE('/etc/passwd')";
    expect(() => policy(purpose).checkText(sql)).toThrow('CLOB_FROM_FILE');
    expect(() => policy(purpose, { serverFiles: 'on' }).checkText(sql)).not.toThrow();
  });

  it.each(['select', 'explain'] as const)('%s refuses what is no query', (purpose) => {
    expect(() => policy(purpose).checkText('DELETE FROM t')).toThrow('This tool only reads');
    expect(() => policy(purpose).checkText('SELECT s.NEXT_VALUE')).toThrow('NEXT_VALUE');
  });

  it('execute refuses transaction control and lets writes pass', () => {
    expect(() => policy('execute').checkText('COMMIT')).toThrow('COMMIT');
    expect(() => policy('execute').checkText('DELETE FROM t')).not.toThrow();
    expect(() => policy('execute').checkText('SELECT INCR(n) FROM t')).not.toThrow();
  });

  it('a dry run refuses what a rollback does not undo, and lets counters move', () => {
    for (const dry of [policy('execute', { dryRun: true }), policy('execute', { writeMode: 'dryrun' })]) {
      expect(dry.isDryRun).toBe(true);
      expect(() => dry.checkText('SELECT INCR(n) FROM t')).toThrow('dry run');
      expect(() => dry.checkText('UPDATE STATISTICS ON t')).toThrow('dry run');
      expect(() => dry.checkText('SELECT s.NEXT_VALUE')).not.toThrow();
    }
  });
});

describe('what a rollback leaves behind', () => {
  it('is said of a change that failed later', () => {
    const real = policy('execute');
    expect(real.leftBehind('UPDATE t SET a = 1')).toBeUndefined();
    expect(real.leftBehind('SELECT INCR(n) FROM t')).toContain('the change commits on its own');
    expect(real.leftBehind('UPDATE t@other SET a = 1')).toContain('the other database saves');
  });

  it('needs no remark where it could not run', () => {
    expect(policy('execute', { dryRun: true }).leftBehind('SELECT INCR(n) FROM t')).toBeUndefined();
    expect(policy('select').leftBehind('SELECT 1')).toBeUndefined();
  });
});

describe('by the kind the engine compiled', () => {
  it('the reading tools take SELECT only, whatever the text said', () => {
    expect(() => policy('select').checkKind('SELECT')).not.toThrow();
    expect(() => policy('select').checkKind('DELETE')).toThrow('execute_select takes SELECT statements only');
    expect(() => policy('explain').checkKind('UNKNOWN_126')).toThrow('explain_query takes SELECT');
  });

  it('execute refuses what ends the transaction', () => {
    expect(() => policy('execute').checkKind('COMMIT_WORK')).toThrow('COMMIT_WORK');
    expect(() => policy('execute').checkKind('ROLLBACK_WORK')).toThrow('ROLLBACK_WORK');
    expect(() => policy('execute').checkKind('CREATE_TABLE')).not.toThrow();
  });
});

describe('by the plan', () => {
  const plan = (call: string) => `Query plan:\n\nQuery stmt:\n\nselect ${call} from t`;

  it.each(['serial_next_value(s, 1)', 'incr(t.n)', 'dblink(x)'])('the reading tools refuse %s', (call) => {
    expect(() => policy('select').checkPlan(plan(call))).toThrow('A view that the statement reads');
  });

  it('a dry run notes serials and refuses the rest', () => {
    const dry = policy('execute', { dryRun: true });
    expect(dry.checkPlan(plan('serial_next_value(s, 1)'))).toEqual({
      verdict: 'noted',
      notes: [expect.stringContaining('The counter of serial')],
    });
    expect(() => dry.checkPlan(plan('dblink(x)'))).toThrow('which a rollback does not undo');
  });

  it('is needed where not everything may be saved and a view may be read', () => {
    expect(policy('execute').needsPlan('SELECT 1 FROM t')).toBe(false);
    for (const careful of [policy('select'), policy('execute', { dryRun: true })]) {
      expect(careful.needsPlan('SELECT n From[vnext]')).toBe(true);
      expect(careful.needsPlan("SELECT 'from'")).toBe(true);
      expect(careful.needsPlan('SELECT 1 + 1, fromage')).toBe(false);
      expect(careful.needsPlan('SHOW TABLES')).toBe(false);
    }
  });
});
