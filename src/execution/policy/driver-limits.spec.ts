import { describe, expect, it } from 'vitest';
import { CORADB_SQL_RULES } from '../../driver/coradb/rules/sql-rules.js';
import { factsOf } from '../../sql/facts.js';
import { DriverLimits } from './driver-limits.js';

const NOTHING = {
  compileOnlyPrepare: false,
  cancel: false,
  planWithoutRunning: false,
  serverTimeLimit: false,
};
const EVERYTHING = {
  compileOnlyPrepare: true,
  cancel: true,
  planWithoutRunning: true,
  serverTimeLimit: true,
};

describe('a driver that can do everything', () => {
  const limits = new DriverLimits(EVERYTHING);

  it('leaves it to the engine what a statement is', () => {
    expect(() => limits.checkReads(factsOf('DELETE FROM t', CORADB_SQL_RULES))).not.toThrow();
    expect(() => limits.checkExplains()).not.toThrow();
    expect(limits).toMatchObject({ canCancel: true, showsPlans: true, viewsNotSeen: [] });
  });
});

describe('a driver that cannot compile without running', () => {
  const limits = new DriverLimits(NOTHING);

  it.each(['SELECT 1', '(SELECT 1)', 'WITH c AS (SELECT 1) SELECT * FROM c', 'SHOW TABLES', 'DESC t'])(
    'lets %s through to the reading tools',
    (sql) => {
      expect(() => limits.checkReads(factsOf(sql, CORADB_SQL_RULES))).not.toThrow();
    },
  );

  it.each([
    'DELETE FROM t',
    'WITH c AS (SELECT 1) DELETE FROM t',
    'EXECUTE p',
    'FROBNICATE t',
    '{call f()}',
    '',
  ])('refuses %j there', (sql) => {
    expect(() => limits.checkReads(factsOf(sql, CORADB_SQL_RULES))).toThrow(
      'the text is not known to be one',
    );
  });

  it('shows no plan, says what it could not see, and cannot cancel', () => {
    expect(() => limits.checkExplains()).toThrow('cannot show a plan without running the statement');
    expect(limits).toMatchObject({ canCancel: false, showsPlans: false });
    expect(limits.viewsNotSeen.join()).toContain('it was not seen whether a view steps a serial');
  });
});
