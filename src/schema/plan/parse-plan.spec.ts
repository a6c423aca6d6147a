import { CORADB_DIALECT } from '../../driver/coradb/coradb-dialect.js';
import { EMBEDDED_DIALECT } from '../../driver/embedded/embedded-dialect.js';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePlan } from './parse-plan.js';
import { planNodes } from '../../driver/model/plan-tree.js';
import { printPlanMermaid } from './plan-mermaid.js';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../test/fixtures/plans/${name}`, import.meta.url), 'utf8');

describe('a CUBRID plan', () => {
  it('gives table, index, predicates, cost and rows of an index scan', () => {
    const plan = parsePlan(CORADB_DIALECT, fixture('cubrid-index-scan.txt'));
    expect(plan.blocks).toEqual([
      {
        roots: [
          {
            operation: 'iscan',
            table: 'ta',
            index: 'ia_g',
            cost: 4,
            rows: 1,
            predicates: [
              { kind: 'index', text: '[dba.ta].g=3' },
              { kind: 'filter', text: "[dba.ta].[name] range ('n1' ge_lt 'n2')" },
            ],
            facts: {},
            children: [],
          },
        ],
        tables: [{ name: 'dba.ta', rows: 422, pages: 2 }],
        statement: 'select ta.id from ta ta where (ta.[name]>= ?:0  and ta.[name]< ?:1 ) and ta.g= ?:2',
      },
    ]);
    expect(plan.observations).toEqual([]);
  });

  it('nests joins and sorts by indentation', () => {
    const plan = parsePlan(CORADB_DIALECT, fixture('cubrid-join.txt'));
    expect(planNodes(plan).map(({ role, operation, cost }) => [role, operation, cost])).toEqual([
      [undefined, 'temp(order by)', 41],
      ['subplan', 'temp(group by)', 35],
      ['subplan', 'idx-join (inner join)', 29],
      ['outer', 'iscan', 4],
      ['inner', 'iscan', 2],
    ]);
    expect(plan.blocks[0]?.roots[0]?.facts).toEqual({ sort: '2 desc' });
  });

  it('reads a captured plan over a primary key, and says that there are no statistics', () => {
    const plan = parsePlan(CORADB_DIALECT, fixture('cubrid-captured.txt'));
    expect(planNodes(plan)).toMatchObject([
      { operation: 'iscan', table: 't_plan', index: 'pk_t_plan_id', covering: true },
    ]);
    expect(plan.observations).toEqual([
      'The statistics of t_plan show no rows: it is empty, or they were never updated, and then estimates for it are guesses.',
    ]);
  });

  it('keeps the parts of a query with a CTE apart', () => {
    const plan = parsePlan(CORADB_DIALECT, fixture('cubrid-cte.txt'));
    expect(
      plan.blocks.map((block) => [block.title, block.roots[0]?.operation, block.roots[0]?.table]),
    ).toEqual([
      ['CTE', 'temp(group by)', undefined],
      [undefined, 'sscan', 'c'],
    ]);
    expect(plan.observations).toEqual(['ta is read whole (422 rows by the statistics).']);
  });
});

describe('a DuckDB plan', () => {
  it.each(['duckdb-join.txt', 'duckdb-join.json'])('is read from %s', (name) => {
    const plan = parsePlan(EMBEDDED_DIALECT, fixture(name));
    expect(planNodes(plan).map(({ operation, table, rows }) => [operation, table, rows])).toEqual([
      ['TOP_N', undefined, undefined],
      ['HASH_JOIN', undefined, 32],
      ['SEQ_SCAN', 'product', 454],
      ['HASH_JOIN', undefined, 183],
      ['SEQ_SCAN', 'part_of', 2574],
      ['SEQ_SCAN', 'category', 1],
    ]);
    expect(planNodes(plan).flatMap((node) => node.predicates)).toEqual([
      { kind: 'join', text: 'id = product_id' },
      { kind: 'filter', text: 'unit_price>10.00' },
      { kind: 'join', text: 'category_id = id' },
      { kind: 'filter', text: "name='Tees'" },
    ]);
    const late = 'whether an index serves it, DuckDB decides only when the query runs.';
    expect(plan.observations).toEqual([
      `product is scanned with the condition unit_price>10.00; ${late}`,
      'part_of is read whole.',
      `category is scanned with the condition name='Tees'; ${late}`,
    ]);
  });

  it('keeps facts apart that stand on neighbouring lines of a box', () => {
    const box = [
      'SEQ_SCAN',
      '────────────',
      'Type: Sequential Scan',
      'Projections: id',
      'Filters: id=1',
      '',
      '~1 row',
    ];
    const lines = box.map((line) => `│${line.padEnd(27)}│`);
    const drawing = [`┌${'─'.repeat(27)}┐`, ...lines, `└${'─'.repeat(27)}┘`].join('\n');
    expect(planNodes(parsePlan(EMBEDDED_DIALECT, drawing))).toEqual([
      {
        operation: 'SEQ_SCAN',
        rows: 1,
        predicates: [{ kind: 'filter', text: 'id=1' }],
        facts: { Type: 'Sequential Scan', Projections: 'id' },
        children: [],
      },
    ]);
  });
});

describe('any plan', () => {
  it('is drawn as a flowchart', () => {
    expect(printPlanMermaid(parsePlan(CORADB_DIALECT, fixture('cubrid-index-scan.txt')))).toBe(
      `flowchart BT\n  n0["iscan<br/>ta, index ia_g<br/>#91;dba.ta#93;.g=3<br/>#91;dba.ta#93;.#91;name#93; range ('n1' ge_lt 'n2')<br/>cost 4, about 1 rows"]`,
    );
    expect(
      printPlanMermaid(parsePlan(CORADB_DIALECT, fixture('cubrid-join.txt')))
        .split('\n')
        .slice(-3),
    ).toEqual(
      [
        '  n4["iscan<br/>b, index ib_aid<br/>term#91;0#93;<br/>cost 2, about 422 rows"]',
        '  n4 -->|inner| n2',
        '  n2 -->|subplan| n1',
      ]
        .concat(['  n1 -->|subplan| n0'])
        .slice(-3),
    );
  });

  it.each([CORADB_DIALECT, EMBEDDED_DIALECT])('never throws and keeps the text ($engine)', (dialect) => {
    const piece = fc.constantFrom(
      '┌',
      '┐',
      '└',
      '│',
      'Query plan:\n',
      'Query stmt:\n',
      'sscan\n',
      '    class: a node[0]\n',
      'cost:  1 card 2',
      '[',
      '{}',
      '\n',
      'term[0]',
      'outer: ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (parts) => {
        const raw = parts.join('');
        expect(parsePlan(dialect, raw).raw).toBe(raw);
      }),
    );
    expect(parsePlan(dialect, '').blocks).toEqual([]);
  });
});
