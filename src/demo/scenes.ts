/** What a reply must be for the demo to go on; returns what is wrong, or nothing. */
export type Check = (reply: DemoReply) => string | undefined;

export interface DemoReply {
  readonly isError: boolean;
  readonly text: string;
  readonly document: DemoDocument;
}

/** The parts of the replies' documents that the checks look at. */
export interface DemoDocument {
  readonly login?: string;
  readonly transaction?: string;
  readonly rolledBackBecause?: string;
  readonly error?: { readonly layer: string; readonly message: string };
  readonly statements?: readonly {
    readonly affectedRows?: number;
    readonly columns?: readonly { readonly name: string }[];
    readonly rows?: readonly (readonly unknown[])[];
    readonly plan?: string;
  }[];
}

export interface Scene {
  readonly title: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The client cancels the call after this time, in ms. */
  readonly cancelAfterMs?: number;
  readonly check: Check;
}

const database = 'e-commerce';
const STOCK_OF_15 = 'SELECT id, name, units_in_stock FROM product WHERE id = 15';
const SET_STOCK = 'UPDATE product SET units_in_stock = 40 WHERE id = 15';

/** Never ends by itself: a product of all order items with themselves, four times. */
const LONG_QUERY = `SELECT COUNT(*) FROM order_item a, order_item b, order_item c, order_item d
WHERE a.quantity + b.quantity + c.quantity + d.quantity = 0`;

/** The demo, in order. Checks compare with numbers known from the description of the sample data. */
export const SCENES: readonly Scene[] = [
  {
    title: 'Is the database reachable?',
    tool: 'connection_info',
    arguments: { database },
    check: ({ document }) => expectEqual('login', document.login, 'dba@embedded/e-commerce'),
  },
  {
    title: 'What is in it? One vertex table, as CREATE-like text',
    tool: 'describe_schema',
    arguments: { database, object: 'product' },
    check: ({ text }) =>
      expectText(text, 'VERTEX TABLE', 'unit_price NUMERIC(10,2) NOT NULL', 'PRIMARY KEY (id)'),
  },
  {
    title: 'A relational SELECT',
    tool: 'execute_select',
    arguments: {
      database,
      sql: `SELECT status, COUNT(*) AS orders, SUM(total) AS total
FROM orders GROUP BY status ORDER BY orders DESC`,
    },
    check: (reply) => expectTrue('rows came', (rowsOf(reply)?.length ?? 0) > 1),
  },
  {
    title: 'A graph query: FROM MATCH follows edges',
    tool: 'execute_select',
    arguments: {
      database,
      sql: `SELECT c.name, COUNT(p) AS products
FROM MATCH (p:product)-[:part_of]->(c:category)
GROUP BY c.name ORDER BY products DESC LIMIT 3`,
    },
    check: (reply) =>
      expectEqual('the top categories', rowsOf(reply), [
        ['Hoodies & Sweatshirts', 390],
        ['Tees', 385],
        ['Jackets', 362],
      ]),
  },
  {
    title: 'A longer pattern: what buyers of product 15 bought as well',
    tool: 'execute_select',
    arguments: {
      database,
      sql: `SELECT other.name, COUNT(DISTINCT c.id) AS buyers
FROM MATCH (p:product)<-[:bought]-(c:customer)-[:bought]->(other:product)
WHERE p.id = 15 AND other.id <> 15
GROUP BY other.name ORDER BY buyers DESC, other.name LIMIT 5`,
    },
    check: (reply) => expectTrue('rows came', (rowsOf(reply)?.length ?? 0) > 0),
  },
  {
    title: 'A change as a dry run: it runs, then it is rolled back',
    tool: 'execute_sql',
    arguments: { database, sql: SET_STOCK, dryRun: true },
    check: ({ document }) =>
      expectEqual('transaction', document.transaction, 'rolled back') ??
      expectEqual('rolledBackBecause', document.rolledBackBecause, 'dryRun was requested') ??
      expectEqual('affectedRows', document.statements?.[0]?.affectedRows, 1),
  },
  {
    title: 'Nothing has changed',
    tool: 'execute_select',
    arguments: { database, sql: STOCK_OF_15 },
    check: (reply) => expectTrue('the stock is not 40', rowsOf(reply)?.[0]?.[2] !== 40),
  },
  {
    title: 'The same change for real',
    tool: 'execute_sql',
    arguments: { database, sql: SET_STOCK },
    check: ({ document }) => expectEqual('transaction', document.transaction, 'committed'),
  },
  {
    title: 'Now it has changed',
    tool: 'execute_select',
    arguments: { database, sql: STOCK_OF_15 },
    check: (reply) => expectEqual('the stock', rowsOf(reply)?.[0]?.[2], 40),
  },
  {
    title: 'A statement that the reading tool refuses, before anything runs',
    tool: 'execute_select',
    arguments: { database, sql: 'SELECT 1; DELETE FROM product' },
    check: ({ isError, document }) =>
      expectTrue('it is an error', isError) ?? expectEqual('the layer', document.error?.layer, 'guard'),
  },
  {
    title: 'A plan, without running the query',
    tool: 'explain_query',
    arguments: { database, sql: 'SELECT name FROM product WHERE units_in_stock < 5', format: 'text' },
    check: ({ document }) => expectText(document.statements?.[0]?.plan ?? '', 'product'),
  },
  {
    title: 'A query that would run for ever, cancelled by the client after a second',
    tool: 'execute_select',
    arguments: { database, sql: LONG_QUERY },
    cancelAfterMs: 1_000,
    check: ({ isError }) => expectTrue('the call was cancelled', isError),
  },
  {
    title: 'The server lives on',
    tool: 'execute_select',
    arguments: { database, sql: 'SELECT COUNT(*) AS orders FROM orders' },
    check: (reply) => expectEqual('the number of orders', rowsOf(reply), [[9000]]),
  },
];

function rowsOf({ document }: DemoReply): readonly (readonly unknown[])[] | undefined {
  return document.statements?.[0]?.rows;
}

function expectEqual(what: string, got: unknown, expected: unknown): string | undefined {
  const [left, right] = [JSON.stringify(got), JSON.stringify(expected)];
  return left === right ? undefined : `${what}: expected ${right}, got ${left}`;
}

function expectTrue(what: string, holds: boolean): string | undefined {
  return holds ? undefined : `expected that ${what}`;
}

function expectText(text: string, ...parts: readonly string[]): string | undefined {
  const missing = parts.find((part) => !text.includes(part));
  return missing === undefined ? undefined : `expected the text ${JSON.stringify(missing)}`;
}
