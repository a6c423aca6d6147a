import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';
import { describeBadInput } from './bad-input-suite.js';
import { DATABASE, type OpenSession } from './open-session.js';
import { describeSettings } from './settings-suite.js';

/**
 * What every transport must do alike, in both protocol eras.
 * Expected numbers come from plain joins and counts run as separate statements, or from the product description.
 */
export function describeTools(transport: string, open: OpenSession): void {
  describe.each(ERAS)(`the tools over ${transport}, protocol %s`, (era) => {
    let session: McpSession;
    beforeAll(async () => {
      session = await open(era);
    });
    afterAll(() => session?.close());

    const select = async (sql: string, more: Record<string, unknown> = {}) =>
      (await session.call('execute_select', { ...DATABASE, sql, ...more })).document;
    const firstRows = async (sql: string) => (await select(sql)).statements[0].rows;
    const stockOf = async (id: number) =>
      (await firstRows(`SELECT units_in_stock FROM product WHERE id = ${id}`))[0][0];

    it('negotiates the era and lists the five tools', async () => {
      expect(session.client.getNegotiatedProtocolVersion()).toBe(era);
      expect(session.client.getServerCapabilities()?.tools?.listChanged).not.toBe(true);
      const { tools } = await session.client.listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual([
        'connection_info',
        'describe_schema',
        'execute_select',
        'execute_sql',
        'explain_query',
      ]);
      for (const tool of tools) {
        expect(tool.inputSchema.additionalProperties).toBe(false);
        expect(tool.annotations?.title).toBeTruthy();
        expect(tool.annotations?.readOnlyHint).toBe(tool.name !== 'execute_sql');
        expect(tool.outputSchema?.type).toBe('object');
      }
    });

    it('keeps the five definitions under 6,000 characters and the instructions under 120 words', async () => {
      const { tools } = await session.client.listTools();
      const sizes = tools.map(({ name, description, inputSchema }) =>
        JSON.stringify({ name, description, inputSchema }),
      );
      expect(sizes.join('').length).toBeLessThan(6_000);
      const words = (session.client.getInstructions() ?? '').split(/\s+/);
      expect(words.length).toBeGreaterThan(20);
      expect(words.length).toBeLessThanOrEqual(120);
    });

    it('reports the connection without the password', async () => {
      const { isError, document, text } = await session.call('connection_info', {
        ...DATABASE,
        user: 'reader',
        password: 'reader',
      });
      expect(isError).toBe(false);
      expect(document).toMatchObject({
        login: 'reader@localhost:33000/e-commerce',
        driver: { name: 'embedded', reloads: 0 },
        server: { writeMode: 'write', limits: { maxRows: 5000, statements: 50 } },
      });
      expect(document.engineVersion).toMatch(/^DuckDB \d/);
      expect(JSON.parse(text)).toEqual(document);
    });

    it('answers a graph query as plain joins do', async () => {
      const graph = await firstRows(
        'SELECT c.name, COUNT(p) AS products FROM MATCH (p:product)-[:part_of]->(c:category) ' +
          'GROUP BY c.name ORDER BY products DESC LIMIT 3',
      );
      const joins = await firstRows(
        'SELECT c.name, COUNT(*) AS products FROM product p JOIN part_of e ON e.product_id = p.id ' +
          'JOIN category c ON c.id = e.category_id GROUP BY c.name ORDER BY products DESC LIMIT 3',
      );
      expect(graph).toEqual(joins);
      expect(graph).toHaveLength(3);
    });

    it('returns columns, rows, counts and the outcome of a SELECT, as text and as structured content', async () => {
      const { document, text } = await session.call('execute_select', {
        ...DATABASE,
        sql: "SELECT 1 AS one, 'a' AS letter, NULL AS nothing, CAST(12.50 AS NUMERIC(10,2)) AS price, TRUE AS yes;\nSELECT id FROM product ORDER BY id",
        maxRows: 2,
      });
      expect(JSON.parse(text)).toEqual(document);
      expect(document).toMatchObject({
        login: 'dba@localhost:33000/e-commerce',
        transaction: 'rolled back',
        rolledBackBecause: 'execute_select only reads',
      });
      const [first, second] = document.statements;
      expect(first).toMatchObject({ statement: 1, type: 'SELECT', totalRows: 1, truncated: false });
      expect(first.columns.map((column: { name: string }) => column.name)).toEqual([
        'one',
        'letter',
        'nothing',
        'price',
        'yes',
      ]);
      expect(first.rows).toEqual([[1, 'a', null, 12.5, true]]);
      expect(second).toMatchObject({ statement: 2, truncated: true, nextRow: 3, rows: [[1], [2]] });
      const [[products]] = await firstRows('SELECT COUNT(*) FROM product');
      expect(second.totalRows).toBe(products);
    });

    it('reads on from startRow', async () => {
      const page = await select('SELECT id FROM product ORDER BY id', { maxRows: 2, startRow: 3 });
      expect(page.statements[0]).toMatchObject({ rows: [[3], [4]], nextRow: 5 });
    });

    it('binds parameters', async () => {
      const bound = await select('SELECT CAST(? AS INTEGER) + 1, CAST(? AS VARCHAR)', {
        params: [41, "it's ?"],
      });
      expect(bound.statements[0].rows).toEqual([[42, "it's ?"]]);
    });

    it('commits a change, and undoes it in a dry run', async () => {
      const sql = 'UPDATE product SET units_in_stock = 40 WHERE id = 15';
      const dry = await session.call('execute_sql', {
        ...DATABASE,
        sql: 'UPDATE product SET units_in_stock = 41 WHERE id = 15',
        dryRun: true,
      });
      expect(dry.document).toMatchObject({
        transaction: 'rolled back',
        rolledBackBecause: 'dryRun was requested',
        statements: [{ type: 'UPDATE', affectedRows: 1 }],
      });
      expect(await stockOf(15)).not.toBe(41);
      const real = await session.call('execute_sql', { ...DATABASE, sql });
      expect(real.document).toMatchObject({
        transaction: 'committed',
        statements: [{ affectedRows: 1, sql }],
      });
      expect(await stockOf(15)).toBe(40);
    });

    it('saves nothing when the second of three statements fails, and says which one', async () => {
      const before = await stockOf(16);
      const { isError, document } = await session.call('execute_sql', {
        ...DATABASE,
        sql: 'UPDATE product SET units_in_stock = 9999 WHERE id = 16; SELECT nope FROM product; SELECT 1',
      });
      expect(isError).toBe(true);
      expect(document).toMatchObject({
        transaction: 'rolled back',
        rolledBackBecause: 'statement 2 failed',
        stopped: 'error',
        statements: [{ affectedRows: 1 }, { error: { layer: 'engine', code: 'Binder' } }, { skipped: true }],
      });
      expect(document.error.message).toMatch(/^DuckDB error Binder: /);
      expect(await stockOf(16)).toBe(before);
    });

    it('says which counters a rollback has not turned back, dry run or not', async () => {
      const moved = async (args: Record<string, unknown>) => {
        const { document } = await session.call('execute_sql', { ...DATABASE, ...args });
        expect(document.transaction).toBe('rolled back');
        return JSON.stringify(document.statements[0].notes ?? []);
      };
      const sql = 'SELECT order_serial.NEXT_VALUE';
      expect(await moved({ sql, dryRun: true })).toContain('order_serial');
      expect(await moved({ sql: `${sql}; SELECT * FROM nope` })).toContain('order_serial');
    });

    it('refuses a broker address on the embedded database', async () => {
      const { isError, document } = await session.call('execute_select', {
        ...DATABASE,
        sql: 'SELECT 1',
        host: 'prod.example',
      });
      expect(isError).toBe(true);
      expect(document.statements).toBeUndefined();
    });

    it('cuts what an engine error repeats', async () => {
      const { isError, text } = await session.call('execute_select', {
        ...DATABASE,
        sql: `SELECT * FROM ${'x'.repeat(900_000)}`,
      });
      expect(isError).toBe(true);
      expect(text.length).toBeLessThan(15_000);
      expect(text).toContain('characters in all]');
    });

    it('undoes DDL with the rest', async () => {
      const { document } = await session.call('execute_sql', {
        ...DATABASE,
        sql: 'CREATE TABLE t_undone (a INTEGER); INSERT INTO t_undone VALUES (1); SELECT * FROM t_undone',
        dryRun: true,
      });
      expect(document.transaction).toBe('rolled back');
      expect(document.statements[2].rows).toEqual([[1]]);
      const gone = await session.call('execute_select', { ...DATABASE, sql: 'SELECT * FROM t_undone' });
      expect(gone.document.statements[0].error.code).toBe('Catalog');
    });

    it.each([
      'COMMIT',
      'rollback',
      '/* x */ SAVEPOINT a',
      'Rollback Work',
      'UPDATE product SET id = id; COMMIT',
    ])('refuses transaction control before anything runs: %s', async (sql) => {
      const { isError, document } = await session.call('execute_sql', { ...DATABASE, sql });
      expect(isError).toBe(true);
      expect(document.error.layer).toBe('guard');
      expect(document.transaction).toBeUndefined();
    });

    it.each([
      'DELETE FROM product',
      'INSERT INTO category VALUES (99, 99)',
      'DROP TABLE product',
      'SELECT 1; UPDATE product SET id = 1',
      'SELECT order_serial.NEXT_VALUE',
    ])('refuses in execute_select before anything runs: %s', async (sql) => {
      const { isError, document } = await session.call('execute_select', { ...DATABASE, sql });
      expect(isError).toBe(true);
      expect(document.error.layer).toBe('guard');
      expect(document.statements.every((report: { rows?: unknown }) => report.rows === undefined)).toBe(true);
    });

    it('lets the reader user read and nothing else, by the engine', async () => {
      const reader = { ...DATABASE, user: 'reader', password: 'reader' };
      expect(
        (await session.call('execute_select', { ...reader, sql: 'SELECT COUNT(*) FROM orders' })).isError,
      ).toBe(false);
      const write = await session.call('execute_sql', {
        ...reader,
        sql: 'UPDATE product SET units_in_stock = 1 WHERE id = 1',
      });
      expect(write.isError).toBe(true);
      expect(write.document.error.layer).toBe('engine');
    });

    it('refuses a wrong password without repeating it', async () => {
      const reply = await session.call('execute_select', {
        ...DATABASE,
        user: 'dba',
        password: 'Wr0ng-pw!',
        sql: 'SELECT 1',
      });
      expect(reply.isError).toBe(true);
      expect(reply.document.error.layer).toBe('engine');
      expect(reply.text).not.toContain('Wr0ng-pw!');
    });

    it('shows a plan without running the query', async () => {
      const { document } = await session.call('explain_query', {
        ...DATABASE,
        sql: 'SELECT * FROM product WHERE id = 3',
      });
      expect(document.statements[0].type).toBe('SELECT');
      expect(JSON.stringify(document.statements[0].plan)).toContain('product');
      const refused = await session.call('explain_query', { ...DATABASE, sql: 'DELETE FROM product' });
      expect(refused.isError).toBe(true);
    });

    it('describes one object as CREATE-like text, and the schema as JSON', async () => {
      const text = await session.call('describe_schema', { ...DATABASE, object: 'PRODUCT' });
      expect(text.text).toContain('VERTEX TABLE');
      expect(text.text).toContain('name VARCHAR NOT NULL');
      expect(text.text).toContain('unit_price NUMERIC(10,2) NOT NULL');
      expect(text.text).toContain('PRIMARY KEY (id)');
      const json = await session.call('describe_schema', { ...DATABASE, format: 'json' });
      expect(JSON.parse(json.text)).toEqual(json.document);
      const unknown = await session.call('describe_schema', { ...DATABASE, object: 'produkt' });
      expect(unknown.isError).toBe(true);
      expect(unknown.text).toContain('product');
    });

    it('keeps a schema, and reads it again after a call has committed DDL', async () => {
      const names = async () =>
        (await session.call('describe_schema', { ...DATABASE, detail: 'names' })).document;
      await names();
      const kept = await names();
      expect(kept.ageMs).toBeGreaterThanOrEqual(0);
      expect(kept.schema).not.toContain('made_later');
      await session.call('execute_sql', { ...DATABASE, sql: 'CREATE TABLE made_later (a INTEGER)' });
      const fresh = await names();
      expect(fresh.ageMs).toBeUndefined();
      expect(fresh.schema).toContain('made_later');
      await session.call('execute_sql', { ...DATABASE, sql: 'DROP TABLE made_later' });
    });

    it('stops a call at its time limit and saves nothing', async () => {
      const before = await stockOf(17);
      const { isError, document } = await session.call('execute_sql', {
        ...DATABASE,
        sql: `UPDATE product SET units_in_stock = 9999 WHERE id = 17; ${ENDLESS}; SELECT 1`,
        timeoutMs: 300,
      });
      expect(isError).toBe(true);
      expect(document).toMatchObject({
        transaction: 'rolled back',
        rolledBackBecause: 'the time limit of 300 ms ran out',
        stopped: 'timeout',
      });
      expect(document.statements[2]).toMatchObject({ skipped: true });
      expect(await stockOf(17)).toBe(before);
    });

    it('stops a call that the client cancels and saves nothing', async () => {
      const before = await stockOf(18);
      const cancel = new AbortController();
      const call = session.call(
        'execute_sql',
        { ...DATABASE, sql: `UPDATE product SET units_in_stock = 9999 WHERE id = 18; ${ENDLESS}` },
        cancel.signal,
      );
      const ended = expect(call).rejects.toThrow();
      setTimeout(() => cancel.abort(), 200);
      await ended;
      expect(await stockOf(18)).toBe(before);
    });
  });

  describeBadInput(transport, open);
  describeSettings(transport, open);
}

/** Runs until it is stopped. */
const ENDLESS =
  'SELECT COUNT(*) FROM order_item a, order_item b, order_item c, order_item d WHERE a.quantity + b.quantity + c.quantity + d.quantity = 0';
