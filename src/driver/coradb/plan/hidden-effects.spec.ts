import { describe, expect, it } from 'vitest';
import { checkPlanWhenReading } from '../../../../test/helpers/statement-checks.js';
import { hiddenEffects } from './hidden-effects.js';

/** Plans in the form of engine-behaviour, "Plans": one block for each query, the rewritten text at its end. */
function plan(...queries: string[]): string {
  return queries
    .map(
      (query) =>
        'Join graph segments (f indicates final):\nseg[0]: [0]\nJoin graph nodes:\nnode[0]: dba.t t(3/1) (loc 0)\n\n' +
        `Query plan:\n\nsscan\n    class: t node[0]\n    cost:  1 card 3\n\nQuery stmt:\n\n${query}\n\n`,
    )
    .join('');
}

describe('what views hide, the 4 cases of read-only.json that the text does not show', () => {
  it.each([
    ['view-hidden-serial', 'select (serial_next_value(sq, 1)) from db_root vnext', 'serial'],
    ['view-of-view', 'select (serial_next_value(sq, 1)) from db_root vv', 'serial'],
    ['view-hidden-count', 'select (serial_next_value(sq, 5)), t.id from t t', 'serial'],
    ['view-dblink', "select x.id from DBLINK(srv1, 'select id from t') x (id integer)", 'remote'],
  ])('%s', (_name, query, kind) => {
    expect(hiddenEffects(plan(query))).toMatchObject([{ kind }]);
    expect(() => checkPlanWhenReading(plan(query))).toThrow('A view that the statement reads calls');
  });
});

describe('what a reading call refuses', () => {
  it.each([
    ['WITH INCREMENT FOR', plan('select t.id, incr(t.cnt) from t t')],
    ['a subquery', plan('select serial_next_value (sq, 1) from t', 'select t.id from t t')],
    ['behind a literal', plan("select 'it''s', serial_next_value(sq, 1) from t")],
    ['a literal that holds the mark', plan("select '\nQuery stmt:\n', serial_next_value(sq, 1), 'x' from t")],
    [
      'marks in literals of a term and of the select list',
      `term[0]: t.s='\nQuery stmt:\n'\n${plan("select '\nQuery stmt:\n', serial_next_value(sq, 1), 'x' from t")}`,
    ],
    ['an opening quote that never closes', plan("select 'a, serial_next_value(sq, 1) from t")],
    [
      'a minus sign before a negative constant',
      plan("select 1--'x\n', serial_next_value(sq, 1), 'y' from t"),
    ],
    ['more parts than any plan has', `${plan(...Array<string>(300).fill('select 1'))}'incr(a)'`],
  ])('refuses %s', (_name, text) => {
    expect(() => checkPlanWhenReading(text)).toThrow(/this tool only reads/);
  });

  it.each([
    ['an empty plan', ''],
    ['a plain plan', plan('select t.id from t t where (t.[name]>= ?:0  and t.[name]< ?:1 )')],
    ['a call in a literal', plan("select 'serial_next_value(x' from t t")],
    ['a call in a quoted name', plan('select t.id as [INCR(cnt)] from t t')],
    ['a column of that name', plan('select t.incr, t.[decr] from t t where t.dblink> ?:0 ')],
    ['a longer name', plan('select my_incr(t.id), 한decr(t.id) from t t')],
    ['serial_current_value', plan('select serial_current_value(sq) from t t')],
    ['a call outside the queries', `incr(\n${plan('select t.id from t t')}`],
  ])('allows %s', (_name, text) => {
    expect(() => checkPlanWhenReading(text)).not.toThrow();
  });

  it('names each call once', () => {
    const text = plan(
      'select serial_next_value(sq, 1), serial_next_value(sq, 1) from t',
      'select incr(t.a) from t t',
    );
    expect(hiddenEffects(text)).toEqual([
      { kind: 'serial', call: 'serial_next_value' },
      { kind: 'increment', call: 'incr' },
    ]);
  });
});
