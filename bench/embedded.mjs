/**
 * What the process of the embedded engine costs: a small call and a long result through it, against the same engine in
 * the calling process; and what a first call takes. Each contender has a Node.js process of its own, as in the product,
 * where the server never loads DuckDB; they work in turns.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const LIMIT = { timeoutMs: 60_000 };
const ROWS = 100_000;
const WIDE =
  'SELECT i, i * 2, i * 3, i::DOUBLE, i::DECIMAL(18,2), i::VARCHAR, md5(i::VARCHAR), ' +
  `DATE '2024-02-29', i % 2 = 0, i + 0.5 FROM range(${ROWS}) t(i)`;
const ROUNDS = 9;
const SMALL_CALLS = 100;

if (process.send !== undefined) await contend(process.argv[2]);
else await compare();

async function contend(name) {
  const startedAt = performance.now();
  const connect = name === 'own process' ? await outside() : await inside();
  await (await connect()).close({ timeoutMs: 1_000 });
  process.send({ firstMs: performance.now() - startedAt });
  process.on('message', async (work) => {
    const began = performance.now();
    if (work === 'small') for (let done = 0; done < SMALL_CALLS; done++) await call(connect, 'SELECT 1', 200);
    else if ((await call(connect, WIDE, 500)) !== ROWS) throw new Error('rows are missing');
    process.send({ ms: (performance.now() - began) / (work === 'small' ? SMALL_CALLS : 1) });
  });
}

async function outside() {
  const { createEmbeddedDriver } = await import('../dist/driver/embedded/embedded-driver.js');
  const driver = createEmbeddedDriver();
  const login = { database: 'e-commerce', host: 'localhost', port: 1, user: 'dba', password: '' };
  const options = { ...LIMIT, signal: new AbortController().signal, lockTimeoutMs: 0, readOnly: true };
  return () => driver.connect(login, options);
}

async function inside() {
  const { createDuckDbDriver } = await import('../dist/driver/embedded/duckdb-driver.js');
  const driver = createDuckDbDriver({ memoryMb: 1_024 });
  return () => driver.connect('e-commerce', true);
}

async function call(connect, sql, batch) {
  const connection = await connect();
  const statement = await connection.prepare(sql, LIMIT);
  const { resultSet } = await statement.execute([], { ...LIMIT, skip: 0, maxRows: batch });
  let rows = 0;
  for (;;) {
    const read = await resultSet.read(batch, LIMIT);
    if (read.length === 0) break;
    rows += read.length;
  }
  await resultSet.countRows(LIMIT);
  await statement.close();
  await connection.rollback(LIMIT);
  await connection.close({ timeoutMs: 1_000 });
  return rows;
}

async function compare() {
  const names = ['in process', 'own process'];
  const contenders = {};
  for (const name of names) {
    const child = fork(fileURLToPath(import.meta.url), [name]);
    const [{ firstMs }] = await once(child, 'message');
    contenders[name] = { child, firstMs };
  }
  const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
  const measure = async (work) => {
    const times = { 'in process': [], 'own process': [] };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const name of names) {
        contenders[name].child.send(work);
        const [{ ms }] = await once(contenders[name].child, 'message');
        if (round > 0) times[name].push(ms);
      }
    }
    return { 'in process': median(times['in process']), 'own process': median(times['own process']) };
  };
  const small = await measure('small');
  const long = await measure('long');
  for (const { child } of Object.values(contenders)) child.kill('SIGKILL');

  const ms = (number) => `${number.toFixed(2)} ms`;
  console.log(`first connection: ${ms(contenders['own process'].firstMs)}`);
  console.log(
    `a call of one row: ${ms(small['in process'])} in process, ${ms(small['own process'])} through the pipe`,
  );
  console.log(`  on top: ${ms(small['own process'] - small['in process'])} (at most 0.30)`);
  console.log(
    `${ROWS} rows of 10 columns: ${ms(long['in process'])} in process, ${ms(long['own process'])} through the pipe`,
  );
  console.log(
    `  speed: ${(long['in process'] / long['own process']).toFixed(2)} of in process (at least 0.50)`,
  );
}
