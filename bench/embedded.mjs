/**
 * What the process of the embedded engine costs: a small call and a long result through it, against the same engine in
 * this process; and what a first call takes.
 */
import { createEmbeddedDriver } from '../dist/driver/embedded/embedded-driver.js';
import { createDuckDbDriver } from '../dist/driver/embedded/duckdb-driver.js';

const LIMIT = { timeoutMs: 60_000 };
const ROWS = 100_000;
const WIDE =
  'SELECT i, i * 2, i * 3, i::DOUBLE, i::DECIMAL(18,2), i::VARCHAR, md5(i::VARCHAR), ' +
  `DATE '2024-02-29', i % 2 = 0, i + 0.5 FROM range(${ROWS}) t(i)`;
const ROUNDS = 5;
const SMALL_CALLS = 100;

const startedAt = performance.now();
const outside = createEmbeddedDriver();
const login = { database: 'e-commerce', host: 'localhost', port: 1, user: 'dba', password: '' };
const options = { ...LIMIT, signal: new AbortController().signal, lockTimeoutMs: 0, readOnly: true };
const contenders = { 'own process': () => outside.connect(login, options) };
await (await contenders['own process']()).close();
const firstMs = performance.now() - startedAt;
const inside = createDuckDbDriver({ memoryMb: 1_024 });
contenders['in process'] = () => inside.connect('e-commerce', true);
await (await contenders['in process']()).close();

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

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Median ms by contender, measured in turns. */
async function measure(work, repeats) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, connect] of Object.entries(contenders)) {
      const began = performance.now();
      for (let done = 0; done < repeats; done++) await work(connect);
      times[name].push((performance.now() - began) / repeats);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, each]) => [name, median(each)]));
}

const small = await measure((connect) => call(connect, 'SELECT 1', 200), SMALL_CALLS);
const long = await measure(async (connect) => {
  const rows = await call(connect, WIDE, 500);
  if (rows !== ROWS) throw new Error(`${rows} rows`);
}, 1);
await outside.dispose();
await inside.dispose();

const ms = (number) => `${number.toFixed(2)} ms`;
console.log(`first connection: ${ms(firstMs)}`);
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
