import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, PATIENCE_MS, rowsOf } from '../../../../test/helpers/embedded.js';
import type { Connection } from '../../driver.js';
import type { Row } from '../../value.js';
import { createEmbeddedDriver, type EmbeddedDriver } from '../embedded-driver.js';

let driver: EmbeddedDriver;
let connection: Connection;
beforeAll(async () => {
  driver = createEmbeddedDriver();
  connection = await connectTo(driver);
}, PATIENCE_MS);
afterAll(() => driver.dispose());

const rows = (sql: string): Promise<Row[]> => rowsOf(connection, sql);

describe('MATCH on the sample data gives what plain joins give', () => {
  it.each([
    [
      'SELECT c.name, COUNT(p) AS products FROM MATCH (p:product)-[:part_of]->(c:category) GROUP BY c.name ORDER BY products DESC LIMIT 3',
      'SELECT c.name, COUNT(*) AS products FROM product p, part_of e, category c WHERE e.product_id = p.id AND e.category_id = c.id GROUP BY c.name ORDER BY products DESC LIMIT 3',
    ],
    [
      'SELECT COUNT(DISTINCT p), COUNT(p) FROM MATCH (c:category)<-[e:part_of]-(p:product) WHERE e.position < 20',
      'SELECT COUNT(DISTINCT product_id), COUNT(*) FROM part_of WHERE position < 20',
    ],
    [
      "SELECT u.country, SUM(b.quantity) FROM MATCH (u:customer)-[b:bought]->(p:product)-[:part_of]->(c:category) WHERE c.name = 'Tees' GROUP BY u.country ORDER BY 1",
      "SELECT u.country, SUM(b.quantity) FROM customer u JOIN bought b ON b.customer_id = u.id JOIN part_of e ON e.product_id = b.product_id JOIN category c ON c.id = e.category_id WHERE c.name = 'Tees' GROUP BY u.country ORDER BY 1",
    ],
    [
      'SELECT COUNT(*) FROM MATCH (u:customer)-[:bought]->(p:product), (v:customer)-[:bought]->(p) WHERE u.id = 1 AND v.id <> 1',
      'SELECT COUNT(*) FROM bought a JOIN bought b ON a.product_id = b.product_id WHERE a.customer_id = 1 AND b.customer_id <> 1',
    ],
    [
      'SELECT u.name, o.total FROM MATCH (u:customer)-[:bought]->(p:product) JOIN orders o ON o.customer_id = u.id WHERE p.id = 15 ORDER BY o.id, o.total',
      'SELECT u.name, o.total FROM customer u JOIN bought b ON b.customer_id = u.id JOIN orders o ON o.customer_id = u.id WHERE b.product_id = 15 ORDER BY o.id, o.total',
    ],
    [
      'WITH t AS (SELECT p.id FROM MATCH (p:product)-[:part_of]->(c:category) WHERE c.id = 1) SELECT COUNT(*) FROM t UNION ALL SELECT COUNT(*) FROM (SELECT c.id FROM MATCH (c:category)) d UNION ALL SELECT COUNT(*) FROM orders o WHERE o.id IN (SELECT i.order_id FROM order_item i JOIN MATCH (p:product)-[:part_of]->(c:category) ON p.id = i.product_id WHERE c.id = 2)',
      'SELECT COUNT(*) FROM part_of WHERE category_id = 1 UNION ALL SELECT COUNT(*) FROM category UNION ALL SELECT COUNT(DISTINCT i.order_id) FROM order_item i JOIN part_of e ON e.product_id = i.product_id WHERE e.category_id = 2',
    ],
    [
      'SELECT COUNT(*) FROM MATCH (c:category), orders o WHERE o.id <= 10',
      'SELECT 10 * COUNT(*) FROM category',
    ],
  ])('%s', async (match, joins) => {
    const expected = await rows(joins);
    expect(expected.length).toBeGreaterThan(0);
    expect(await rows(match)).toEqual(expected);
  });
});

describe('labels may be quoted and owned', () => {
  it.each([
    'SELECT COUNT(e) FROM MATCH (p:dba.product)-[e:[part_of]]->(c:"category")',
    'SELECT COUNT([e]) FROM MATCH ([p]:[dba].[product])-[[e]:dba.`part_of`]->(c)',
  ])('%s', async (sql) => {
    expect(await rows(sql)).toEqual(await rows('SELECT COUNT(*) FROM part_of'));
  });
});

describe('the tables of MATCH are the declared ones', () => {
  it.each([
    "WITH category AS (SELECT 1 AS id, 'fake' AS name) SELECT min(c.name) FROM MATCH (p:product)-[:part_of]->(c:category)",
    'WITH part_of AS (SELECT 1 AS product_id, 99 AS category_id) SELECT min(c.name) FROM MATCH (p:product)-[:part_of]->(c:category)',
    "WITH RECURSIVE Category AS (SELECT 1 AS id, 'fake' AS name) SELECT min(c.name) FROM (SELECT c.name FROM MATCH (c:category)) c",
  ])('%s', async (sql) => {
    expect(await rows(sql)).toEqual(await rows('SELECT min(name) FROM main.category'));
  });
});

/** A small graph: two vertex tables and three edge tables, with loops, parallel edges and lonely vertices. */
const GRAPH = [
  'CREATE VERTEX TABLE gx (id INTEGER PRIMARY KEY, n VARCHAR)',
  'CREATE VERTEX TABLE gy (k VARCHAR PRIMARY KEY)',
  'CREATE EDGE TABLE exx FROM gx TO gx (w INTEGER)',
  'CREATE EDGE TABLE exy FROM gx TO gy (w INTEGER)',
  'CREATE EDGE TABLE eyx FROM gy TO gx',
  "INSERT INTO gx VALUES (1, 'a'), (2, 'b'), (3, NULL), (4, 'd')",
  "INSERT INTO gy VALUES ('p'), ('q'), ('r')",
  'INSERT INTO exx VALUES (1, 1, 5), (1, 2, 1), (1, 2, 2), (2, 3, 3), (3, 1, 4)',
  "INSERT INTO exy VALUES (1, 'p', 1), (2, 'p', 2), (2, 'q', 3), (3, 'q', 4)",
  "INSERT INTO eyx VALUES ('p', 1), ('q', 1), ('q', 2), ('q', 4)",
];
const EDGES = { exx: ['gx', 'gx'], exy: ['gx', 'gy'], eyx: ['gy', 'gx'] } as const;
const KEYS = { gx: 'id', gy: 'k' } as const;
type EdgeName = keyof typeof EDGES;
type VertexName = keyof typeof KEYS;

/** One edge between two variables, in the direction of its table. */
interface Step {
  readonly edge: EdgeName;
  readonly from: string;
  readonly to: string;
}

/** The same pattern, once as MATCH text and once as the list of its steps. */
interface Case {
  readonly match: string;
  readonly steps: readonly Step[];
  readonly vertices: ReadonlyMap<string, VertexName>;
}

interface Draw {
  readonly edge: number;
  readonly reversed: boolean;
  readonly variable: number;
}

/** Variables have their table in their name (x0, x1, y0, y1), so sharing never contradicts a label. */
function buildCase(paths: readonly { readonly start: number; readonly steps: readonly Draw[] }[]): Case {
  const vertices = new Map<string, VertexName>();
  const steps: Step[] = [];
  const variable = (table: VertexName, number: number): string => {
    const name = `${table.slice(1)}${number % 2}`;
    vertices.set(name, table);
    return name;
  };
  const texts = paths.map(({ start, steps: draws }) => {
    let table: VertexName = start % 2 === 0 ? 'gx' : 'gy';
    let last = variable(table, start >> 1);
    let text = `(${last}:${table})`;
    for (const draw of draws) {
      const from: VertexName = table;
      const fitting = (Object.keys(EDGES) as EdgeName[]).filter(
        (name) => EDGES[name][draw.reversed ? 1 : 0] === from,
      );
      const edge = fitting[draw.edge % fitting.length] ?? 'exx';
      table = EDGES[edge][draw.reversed ? 0 : 1];
      const next = variable(table, draw.variable);
      const alias = `e${steps.length}`;
      text += draw.reversed ? `<-[${alias}:${edge}]-` : `-[${alias}:${edge}]->`;
      text += draw.variable % 3 === 0 ? `(${next})` : `(${next}:${table})`;
      steps.push(draw.reversed ? { edge, from: next, to: last } : { edge, from: last, to: next });
      last = next;
    }
    return text;
  });
  return { match: texts.join(', '), steps, vertices };
}

/** Written independently of the rewriting: every table once in FROM, every arrow two conditions in WHERE. */
function crossProduct({ steps, vertices }: Case, columns: string): string {
  const tables = [...vertices].map(([name, table]) => `${table} ${name}`);
  const conditions = ['1 = 1'];
  for (const [index, { edge, from, to }] of steps.entries()) {
    const [source, target] = EDGES[edge];
    tables.push(`${edge} e${index}`);
    conditions.push(
      `e${index}.source_id = ${from}.${KEYS[source]}`,
      `e${index}.target_id = ${to}.${KEYS[target]}`,
    );
  }
  return `SELECT ${columns} FROM ${tables.join(', ')} WHERE ${conditions.join(' AND ')}`;
}

describe('random patterns on a small graph', () => {
  beforeAll(async () => {
    for (const sql of GRAPH) await rowsOf(connection, sql);
  }, PATIENCE_MS);

  const draw = fc.record({ edge: fc.nat(5), reversed: fc.boolean(), variable: fc.nat(11) });
  const path = fc.record({ start: fc.nat(3), steps: fc.array(draw, { maxLength: 3 }) });

  it(
    'give the rows of independently written joins',
    async () => {
      let nonEmpty = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(path, { minLength: 1, maxLength: 3 }), async (paths) => {
          const pattern = buildCase(paths);
          const keys = [...pattern.vertices].map(([name, table]) => `${name}.${KEYS[table]}`);
          const weights = pattern.steps.flatMap(({ edge }, index) => (edge === 'eyx' ? [] : [`e${index}.w`]));
          const columns = [...keys, ...weights].map((column, index) => `${column} AS c${index}`).join(', ');
          const order = ' ORDER BY ALL LIMIT 3000';
          const expected = await rows(crossProduct(pattern, columns) + order);
          if (expected.length > 0) nonEmpty += 1;
          expect(await rows(`SELECT ${columns} FROM MATCH ${pattern.match}${order}`)).toEqual(expected);
        }),
        { numRuns: 80 },
      );
      expect(nonEmpty).toBeGreaterThan(30);
    },
    PATIENCE_MS,
  );
});
