import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../src/driver/driver.js';
import type { Row, Value } from '../../src/driver/value.js';
import { connectTo, RUN, SOON } from '../helpers/broker-connect.js';
import { CaptureScript } from '../helpers/capture-script.js';
import { type ExpectedStatement as CapturedStatement, fromHex, loadCapture } from '../helpers/captures.js';
import { withFakeTime } from '../helpers/fake-time.js';
import { ReplayBroker, type ReplayBrokerOptions } from '../helpers/replay-broker.js';
import { TEST_TLS } from '../helpers/test-tls.js';

const brokers: ReplayBroker[] = [];

async function replay(name: string, options?: ReplayBrokerOptions) {
  const script = new CaptureScript(loadCapture(name));
  const broker = await ReplayBroker.start(script, options);
  brokers.push(broker);
  return { script, broker };
}

afterEach(async () => {
  await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
});

/** Entries may also stand for the end of a transaction. */
type ExpectedStatement = CapturedStatement & { readonly commit?: true; readonly rollback?: true };

function expectedStatements(name: string): readonly ExpectedStatement[] {
  return loadCapture(name).expected.statements ?? [];
}

/** The form of the captures' README: exact numbers as text. */
function written(value: Value): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'decimal')
    return value.text;
  return value;
}

async function readAll(connection: Connection, sql: string): Promise<readonly Row[]> {
  const statement = await connection.prepare(sql, SOON);
  const { resultSet } = await statement.execute([], RUN);
  const rows: Row[] = [];
  for (;;) {
    const batch = await resultSet!.read(100, SOON);
    if (batch.length === 0) break;
    rows.push(...batch);
  }
  expect(await resultSet!.countRows(SOON)).toBe(rows.length);
  await statement.close();
  return rows;
}

async function runExpected(connection: Connection, expected: ExpectedStatement): Promise<void> {
  if (expected.commit === true) return connection.commit(SOON);
  if (expected.rollback === true) return connection.rollback(SOON);
  // Entries without a text are about metadata that the driver port does not offer.
  if (expected.sql === undefined) return;
  const { sql } = expected;
  if (expected.error !== undefined) {
    const run = async () => (await connection.prepare(sql, SOON)).execute([], RUN);
    await expect(run()).rejects.toMatchObject({ layer: 'engine', code: expected.error.code });
    return;
  }
  const statement = await connection.prepare(sql, SOON);
  if (expected.columns !== undefined) {
    expect(
      statement.columns.map(({ name, precision, scale, nullable, table }) => ({
        name,
        precision,
        scale,
        nullable,
        table: table ?? '',
      })),
    ).toEqual(
      expected.columns.map(({ name, precision, scale, nullable, table }) => ({
        name,
        precision,
        scale,
        nullable,
        table,
      })),
    );
  }
  const { resultSet, affectedRows } = await statement.execute([], RUN);
  if (expected.affectedRows !== undefined && statement.kind !== 'CREATE_CLASS') {
    expect(affectedRows ?? 0).toBe(expected.affectedRows);
  }
  if (expected.rows !== undefined) {
    const rows = [];
    for (
      let batch = await resultSet!.read(100, SOON);
      batch.length > 0;
      batch = await resultSet!.read(100, SOON)
    ) {
      rows.push(...batch);
    }
    expect(rows.map((row) => row.map(written))).toEqual(expected.rows);
    expect(await resultSet!.countRows(SOON)).toBe(expected.rowCount);
  }
  await statement.close();
}

describe('captured dialogues, as JDBC read them', () => {
  it.each([
    'select-basic',
    'zero-rows',
    'cte-values',
    'columns-aliases',
    'transaction',
    'dml-counts',
    'query-timeout',
    'fetch-positions',
    'types-string',
    'types-timezone',
    'types-enum-json',
    'show-statements',
    'errors-constraints',
    'errors-statement',
    'errors-deferred',
    'read-only-broker',
    'ddl',
  ])('%s', async (name) => {
    const { script, broker } = await replay(name);
    const connection = await connectTo(broker);
    for (const expected of expectedStatements(name)) await runExpected(connection, expected);
    await connection.close();
    expect(script.unmatched).toEqual([]);
    expect(broker.violations).toEqual([]);
  });

  it('fetch-big: 1800 rows in four replies, each asked for by position', async () => {
    const { broker } = await replay('fetch-big');
    const connection = await connectTo(broker);
    const rows = await readAll(connection, 'SELECT id, v FROM t_big ORDER BY id');
    expect(rows).toEqual(Array.from({ length: 1800 }, (_, index) => [index + 1, `row ${index + 1}`]));
    const positions = broker.requests
      .filter((request) => request.name === 'FETCH')
      .map((request) => request.args[1]?.readInt32BE(0));
    // The positions in the capture's own FETCH requests, byte 21 of the frame on.
    const captured = loadCapture('fetch-big')
      .exchanges.filter((exchange) => exchange.function === 'FETCH')
      .map((exchange) => fromHex(exchange.request ?? '').readInt32BE(21));
    expect(positions).toEqual(captured);
    await connection.close();
  });

  it('segments: a row of 300,000 bytes, whatever the pieces', async () => {
    const statement = loadCapture('segments').exchanges.find((exchange) => exchange.function === 'PREPARE');
    const { broker } = await replay('segments', {
      faults: [{ at: 'EXECUTE', fault: { kind: 'split', size: 60_000 } }],
    });
    const connection = await connectTo(broker);
    const rows = await readAll(connection, statement?.sql ?? '');
    expect(rows.length).toBeGreaterThan(0);
    await connection.close();
  });

  it('early-commit-lost-rows: rows that never come are an error, not a short result', async () => {
    const capture = loadCapture('early-commit-lost-rows');
    const sql = capture.exchanges.find((exchange) => exchange.function === 'PREPARE')?.sql ?? '';
    const { broker } = await replay('early-commit-lost-rows');
    const connection = await connectTo(broker);
    await expect(readAll(connection, sql)).rejects.toMatchObject({ layer: 'broker', code: -10012 });
    await connection.close();
  });
});

describe('captured changes under the hands of a statement', () => {
  it('plan-invalidated: a table that got another column is an error, not other rows than announced', async () => {
    const { broker } = await replay('plan-invalidated');
    const connection = await connectTo(broker);
    const statement = await connection.prepare('SELECT * FROM t_inv', SOON);
    await connection.commit(SOON);
    const failure = statement.execute([], RUN);
    await expect(failure).rejects.toMatchObject({
      layer: 'broker',
      code: -10024,
      hint: 'Run the call again.',
    });
    await expect(failure).rejects.toThrow(
      'the compiled plan is not valid any more, because a table was changed',
    );
    await connection.close();
  });
});

describe('captured logins', () => {
  it('connect-basic: pid and session are read, the END_TRAN follows at once', async () => {
    const { broker } = await replay('connect-basic');
    const connection = await connectTo(broker);
    expect(connection.engineVersion).toBe('11.4.0.1460');
    expect(broker.handshakes[0]?.toString('hex')).toBe(loadCapture('connect-basic').handshake?.request);
    expect(broker.requests[0]?.name).toBe('END_TRAN');
    expect(broker.requests[0]?.casInfo.toString('hex')).toBe('01ffffff');
    await connection.close();
  });

  it.each([
    ['connect-wrong-password', -171, 'CoraDB error -171: Incorrect or missing password.'],
    ['connect-unknown-user', -165, /^CoraDB error -165: User ".*" is invalid\.$/],
    ['connect-unknown-database', -677, /^CoraDB error -677: Failed to connect to database server, /],
  ])("%s: the engine's own words", async (name, code, message) => {
    const { broker } = await replay(name);
    const failure = connectTo(broker);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toMatchObject({ layer: 'engine', code });
    await broker.until(({ openSockets }) => openSockets === 0);
  });

  it('connect-empty-database: eight bytes without a message', async () => {
    const { broker } = await replay('connect-empty-database');
    await expect(connectTo(broker)).rejects.toMatchObject({ layer: 'broker', code: -1 });
    await expect(connectTo(broker, { login: { database: '' } })).rejects.toThrow(
      'database: a name is needed',
    );
    expect(broker.accepted).toBe(1);
  });

  it.each([
    [0, -10018, 'address rejected'],
    [1, -10018, 'address rejected'],
    [2, -10103, 'TLS expected'],
    [3, -10103, 'TLS expected'],
    [4, -10103, 'TLS expected'],
  ])('handshake-refusals %i: %i is named and explained', async (index, code, words) => {
    const { response } = loadCapture('handshake-refusals').exchanges[index] ?? { response: '' };
    const broker = await ReplayBroker.start({
      handshake: () => fromHex(response ?? '').readInt32BE(0),
      openDatabase: () => ({ bytes: Buffer.alloc(0) }),
      request: () => ({ bytes: Buffer.alloc(0) }),
    });
    brokers.push(broker);
    const failure = connectTo(broker);
    await expect(failure).rejects.toMatchObject({ layer: 'broker', code });
    await expect(failure).rejects.toThrow(`127.0.0.1:${broker.port} (hello)`);
    await expect(failure).rejects.toThrow(words);
    await broker.until(({ openSockets }) => openSockets === 0);
  });

  it('handshake-queue-full: no free CAS at once, silence within the limit', async () => {
    const full = loadCapture('handshake-queue-full').exchanges.filter(
      (exchange) => exchange.function === 'HANDSHAKE',
    );
    const answers = full.map(({ response }) => fromHex(response ?? ''));
    expect(answers.map((answer) => answer.length)).toEqual([0, 0, 4]);
    const { broker: silent } = await replay('handshake-queue-full', {
      faults: [{ at: 'handshake', fault: { kind: 'hang' } }],
    });
    await withFakeTime(async (pass) => {
      const failure = connectTo(silent, { options: { timeoutMs: 30_000 } }).catch((error: unknown) => error);
      await silent.until(({ handshakes }) => handshakes.length === 1);
      await pass(30_000);
      expect(((await failure) as Error).message).toMatch(
        /^Could not work with CoraDB at 127\.0\.0\.1:\d+ \(hello\): no answer within 30000 ms$/,
      );
    });
    const { broker } = await replay('handshake-queue-full', {
      faults: [{ at: 'handshake', fault: { kind: 'replace', bytes: answers[2]!, thenClose: true } }],
    });
    await expect(connectTo(broker)).rejects.toMatchObject({ layer: 'broker', code: -10017 });
    await expect(connectTo(broker)).rejects.toThrow('no free CAS');
  });

  it.each(['on', 'verify'] as const)('tls %s: everything behind the hello is encrypted', async (tls) => {
    const { broker } = await replay('tls', { tls: TEST_TLS });
    const connection = await connectTo(broker, { driver: { tls, ca: TEST_TLS.cert } });
    expect(broker.handshakes[0]?.toString('hex')).toBe(loadCapture('tls').handshake?.request);
    expect(await readAll(connection, "SELECT 'over tls' AS t")).toEqual([['over tls']]);
    await connection.close();
  });
});

describe('captured endings by the server', () => {
  it('server-closes-idle-transaction: the next request says that nothing was sent', async () => {
    const { broker } = await replay('server-closes-idle-transaction');
    const connection = await connectTo(broker);
    const statement = await connection.prepare('INSERT INTO t_sc VALUES (1)', SOON);
    expect(await statement.execute([], RUN)).toEqual({ affectedRows: 1 });
    await statement.close();
    await broker.until(({ openSockets }) => openSockets === 0);
    const failure = connection.commit(SOON);
    await expect(failure).rejects.toMatchObject({ name: 'BrokerError' });
    await expect(failure).rejects.toThrow(
      '(commit): nothing was sent: the broker closed the idle connection before',
    );
    await connection.close();
  });

  it('server-closes-handover: the connection that was given away ends, the other goes on', async () => {
    const { broker } = await replay('server-closes-handover');
    const first = await connectTo(broker);
    expect(await readAll(first, 'SELECT 1')).toEqual([[1]]);
    const second = await connectTo(broker);
    expect(await readAll(second, 'SELECT 2')).toEqual([[2]]);
    await expect(first.prepare('SELECT 1', SOON)).rejects.toThrow('closed the idle connection');
    await Promise.all([first.close(), second.close()]);
  });

  it('server-closes-reset: the commit counts, although the server closes right after its reply', async () => {
    const { broker } = await replay('server-closes-reset');
    const first = await connectTo(broker);
    const second = await connectTo(broker);
    const insert = await second.prepare('INSERT INTO t_rst VALUES (1)', SOON);
    expect(await insert.execute([], RUN)).toEqual({ affectedRows: 1 });
    expect(await readAll(second, 'SELECT * FROM t_rst')).toEqual([[1]]);
    await second.commit(SOON);
    await broker.until(({ openSockets }) => openSockets === 0);
    await expect(second.prepare('SELECT * FROM t_rst', SOON)).rejects.toThrow('nothing was sent');
    await Promise.all([first.close(), second.close()]);
  });
});

describe('captured interruptions', () => {
  it.each(['cancel-select', 'cancel-update'])(
    '%s: the QC message names the right process and port',
    async (name) => {
      const { script, broker } = await replay(name);
      const connection = await connectTo(broker);
      const [insert, long, rest, end] = expectedStatements(name);
      await runExpected(connection, insert!);
      const statement = await connection.prepare(long!.sql!, SOON);
      const failure = statement.execute([], RUN);
      const interrupted = expect(failure).rejects.toMatchObject({
        layer: 'engine',
        code: -4,
      });
      await broker.until(({ requests }) => requests.at(-1)?.name === 'EXECUTE');
      await connection.cancel();
      await interrupted;
      // The pid in the capture's own cancel message: bytes 6–9 of X1, 2–5 of QC.
      const message = loadCapture(name).exchanges.find((exchange) => exchange.socket !== undefined)!;
      const pid = fromHex(message.request ?? '').readInt32BE(message.function === 'QC' ? 2 : 6);
      expect(broker.messages).toEqual([expect.objectContaining({ kind: 'cancel QC', pid })]);
      // The transaction lives on, with its own earlier change.
      await runExpected(connection, rest!);
      await runExpected(connection, end!);
      await connection.close();
      expect(script.unmatched).toEqual([]);
    },
  );

  it('lock-timeout: −75, and only the statement is undone', async () => {
    const { broker } = await replay('lock-timeout');
    const first = await connectTo(broker);
    const second = await connectTo(broker, { options: { lockTimeoutMs: 300 } });
    const update = await first.prepare("UPDATE t_lock SET v = 'A' WHERE id = 1", SOON);
    await update.execute([], RUN);
    for (const expected of expectedStatements('lock-timeout').slice(1)) await runExpected(second, expected);
    await first.rollback(SOON);
    await Promise.all([first.close(), second.close()]);
  });

  it('deadlock: the victim is told that its whole transaction is gone', async () => {
    const { broker } = await replay('deadlock');
    const first = await connectTo(broker);
    const second = await connectTo(broker);
    const run = async (connection: Connection, sql: string) =>
      (await connection.prepare(sql, SOON)).execute([], RUN);
    await run(first, "UPDATE t_dead SET v = 'A' WHERE id = 1");
    await run(second, "UPDATE t_dead SET v = 'B' WHERE id = 2");
    await expect(run(second, "UPDATE t_dead SET v = 'B' WHERE id = 1")).rejects.toMatchObject({
      code: -72,
      transactionLost: true,
    });
    expect(await run(first, "UPDATE t_dead SET v = 'A' WHERE id = 2")).toEqual({ affectedRows: 1 });
    expect(await readAll(second, 'SELECT * FROM t_dead ORDER BY id')).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    await Promise.all([first.rollback(SOON), second.rollback(SOON)]);
    await Promise.all([first.close(), second.close()]);
  });
});
