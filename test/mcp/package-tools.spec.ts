import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakePackage, fakeEntry } from '../helpers/fake-package.js';
import { ERAS, type Era, type McpSession, openInProcess, openStdio } from '../helpers/mcp-session.js';
import { PROBE_RULE } from '../helpers/package-probe.js';
import { ReplayBroker } from '../helpers/replay-broker.js';
import { ScriptedDatabase, type StatementRule } from '../helpers/scripted-database.js';

const CITIES: StatementRule = {
  sql: 'SELECT id, name FROM city WHERE id >  1 ',
  columns: [
    { name: 'id', type: 'INT', nullable: false, table: 'dba.city' },
    { name: 'name', type: 'VARCHAR', precision: 20, table: 'dba.city' },
  ],
  rows: [
    [2, 'Busan'],
    [3, 'Daegu'],
  ],
};
const STATEMENTS: readonly StatementRule[] = [
  CITIES,
  { sql: "UPDATE city SET name = '?' WHERE id = 2", type: 22, count: 1 },
  {
    sql: 'DELETE FROM city',
    type: 23,
    executeError: { code: -670, message: 'Operation would have caused …' },
  },
  { sql: 'SELECT endless', columns: [{ name: 'x', type: 'INT' }], runs: 'for ever' },
  {
    sql: 'SELECT COUNT(*) FROM city',
    columns: [{ name: 'count(*)', type: 'BIGINT', precision: 19 }],
    rows: [[4_294_967_301n]],
  },
  PROBE_RULE,
];

let database: ScriptedDatabase;
let broker: ReplayBroker;

beforeAll(async () => {
  database = new ScriptedDatabase({ statements: STATEMENTS });
  broker = await ReplayBroker.start(database);
});
afterAll(() => broker.stop());
afterEach(() => database.ran.splice(0));

/** What ran, without the probe of the adapter, and how it ended. */
const ran = () =>
  database.ran.filter(({ sql }) => sql !== PROBE_RULE.sql).map(({ sql, outcome }) => ({ sql, outcome }));

type Open = (era: Era) => Promise<McpSession>;
const ways: readonly (readonly [string, Era, Open])[] = [
  ...ERAS.map((era) => {
    const open: Open = () =>
      openInProcess(era, { driver: 'node-cubrid', host: broker.host, port: broker.port });
    return ["Nest's testing module", era, open] as const;
  }),
  [
    'stdio',
    ERAS[0],
    (era) =>
      openStdio(
        era,
        { CORADB_DRIVER: 'node-cubrid', CORADB_HOST: broker.host, CORADB_PORT: String(broker.port) },
        [],
      ),
  ],
];

describe.each(ways)('CORADB_DRIVER=node-cubrid over %s, protocol %s', (_transport, era, open) => {
  let session: McpSession;
  beforeAll(async () => {
    session = await open(era);
  }, 60_000);
  afterAll(() => session?.close());

  const call = (tool: string, args: Record<string, unknown>) =>
    session.call(tool, { database: 'capdb', ...args });

  it('connection_info shows the package, its version, folder, load time and reloads', async () => {
    const { isError, document } = await call('connection_info', {});
    expect(isError).toBe(false);
    expect(document).toMatchObject({
      engineVersion: '11.4.0.1460',
      driver: {
        name: 'node-cubrid',
        version: '11.0.0',
        folder: expect.stringMatching(/node_modules\/node-cubrid$/),
        loadedAt: expect.stringMatching(/^\d{4}-/),
        reloads: 0,
      },
    });
  });

  it('execute_select reads, binds a parameter, notes what was not seen, and rolls back', async () => {
    const { document } = await call('execute_select', {
      sql: 'SELECT id, name FROM city WHERE id > ?',
      params: [1],
    });
    expect(document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'execute_select only reads',
    });
    expect(document.statements).toEqual([
      {
        statement: 1,
        sql: 'SELECT id, name FROM city WHERE id > ?',
        type: 'SELECT',
        columns: [
          { name: 'id', type: 'Int', precision: 10, scale: 0, nullable: false, table: 'dba.city' },
          { name: 'name', type: 'String', precision: 20, scale: 0, nullable: true, table: 'dba.city' },
        ],
        totalRows: 2,
        truncated: false,
        elapsedMs: expect.any(Number),
        notes: [expect.stringContaining('it was not seen whether a view steps a serial')],
        rows: [
          [2, 'Busan'],
          [3, 'Daegu'],
        ],
      },
    ]);
    expect(ran()).toEqual([{ sql: CITIES.sql, outcome: 'rolled back' }]);
  });

  it('execute_select refuses what its text does not show as a query, before anything is sent', async () => {
    const logins = broker.logins.length;
    const { isError, document } = await call('execute_select', { sql: 'DELETE FROM city' });
    expect(isError).toBe(true);
    expect(document.error.layer).toBe('guard');
    expect(ran()).toEqual([]);
    expect(broker.logins.length).toBe(logins);
  });

  it('execute_select counts beyond 32 bits, which the package itself cuts', async () => {
    const { document } = await call('execute_select', { sql: 'SELECT COUNT(*) FROM city' });
    expect(document.statements[0]).toMatchObject({
      columns: [{ name: 'count(*)', type: 'BigInt', precision: 19 }],
      rows: [[4_294_967_301]],
    });
  });

  it('execute_sql commits, with the question marks of its text left alone', async () => {
    const { document } = await call('execute_sql', { sql: "UPDATE city SET name = '?' WHERE id = 2" });
    expect(document).toMatchObject({
      transaction: 'committed',
      statements: [{ statement: 1, type: 'UPDATE', affectedRows: 1 }],
    });
    expect(ran()).toEqual([{ sql: "UPDATE city SET name = '?' WHERE id = 2", outcome: 'committed' }]);
  });

  it('execute_sql with dryRun rolls back and still counts', async () => {
    const { document } = await call('execute_sql', {
      sql: "UPDATE city SET name = '?' WHERE id = 2",
      dryRun: true,
    });
    expect(document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'dryRun was requested',
      statements: [{ type: 'UPDATE', affectedRows: 1 }],
    });
    expect(ran()).toEqual([{ sql: "UPDATE city SET name = '?' WHERE id = 2", outcome: 'rolled back' }]);
  });

  it('execute_sql rolls everything back when the second statement fails', async () => {
    const sql = "UPDATE city SET name = '?' WHERE id = 2; DELETE FROM city; SELECT endless";
    const { isError, document } = await call('execute_sql', { sql });
    expect(isError).toBe(true);
    expect(document).toMatchObject({
      transaction: 'rolled back',
      error: { layer: 'engine', code: -670, message: 'CoraDB error -670: Operation would have caused …' },
      statements: [{ affectedRows: 1 }, { failed: true }, { skipped: true }],
    });
    expect(ran()).toEqual([{ sql: "UPDATE city SET name = '?' WHERE id = 2", outcome: 'rolled back' }]);
  });

  it('explain_query says that the driver cannot', async () => {
    const { isError, document } = await call('explain_query', { sql: 'SELECT COUNT(*) FROM city' });
    expect(isError).toBe(true);
    expect(document.error).toMatchObject({
      layer: 'driver',
      message: expect.stringContaining('cannot show a plan without running the statement'),
    });
    expect(ran()).toEqual([]);
  });

  it('a call over its time drops the socket at once, since nothing can be cancelled', async () => {
    const { document } = await call('execute_select', { sql: 'SELECT endless', timeoutMs: 400 });
    expect(document).toMatchObject({ transaction: 'rolled back', stopped: 'timeout' });
    await broker.until(({ openSockets }) => openSockets === 0);
    expect(broker.messages).toEqual([]);
  });
});

describe('a driver package that changes under a running server', () => {
  it('is used from the next call on; broken code leaves the old one, and connection_info says why', async () => {
    const fake = new FakePackage('@coradb/node-coradb');
    const session = await openInProcess(ERAS[0], {
      driver: fake.folder,
      host: broker.host,
      port: broker.port,
    });
    const driver = async () => (await session.call('connection_info', { database: 'capdb' })).document.driver;
    try {
      expect(await driver()).toMatchObject({ version: '1.0.0', reloads: 0 });
      fake.manifest({ version: '1.1.0' });
      expect(await driver()).toMatchObject({ version: '1.1.0', reloads: 1 });
      fake.manifest({ version: '1.2.0' });
      fake.write('index.js', fakeEntry({ without: ['rollback'] }));
      expect(await driver()).toMatchObject({
        name: '@coradb/node-coradb',
        version: '1.1.0',
        reloads: 1,
        reloadError: `The driver package @coradb/node-coradb 1.2.0 in ${fake.folder} does not fit: its connections lack rollback()`,
      });
      fake.write('index.js', fakeEntry());
      const mended = await driver();
      expect(mended).toMatchObject({ version: '1.2.0', reloads: 2 });
      expect(mended).not.toHaveProperty('reloadError');
    } finally {
      await session.close();
      fake.remove();
    }
  });
});
