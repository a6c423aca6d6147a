/**
 * Many calls in a row over HTTP: does anything grow? First with the embedded engine, then with a replayed broker, each
 * in a process of its own. Memory is read after every 250 calls, without a collection, as a monitor would see it; at the
 * end of each quarter also after a full one. A leak would show in the latter: in the live heap, in `external` and in
 * `arrayBuffers`. RSS goes up and down with V8's garbage and must level off.
 *
 * `BENCH_CALLS=40000 npm run bench -- http` for a longer run; `BENCH_ENGINE=embedded` or `broker` for one of the two.
 */
import 'reflect-metadata';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadSettings } from '../dist/config/load-settings.js';
import { CallSlots } from '../dist/limits/call-slots.js';
import { createHttpApp } from '../dist/http/create-http-app.js';

const CALLS = Number(process.env.BENCH_CALLS ?? 10_000);
const QUARTERS = 4;
const SAMPLE_EVERY = 250;
const ENGINES = ['embedded', 'broker'];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Settings for an engine, how many connections its broker has open, and how to end it. */
async function start(engine) {
  if (engine === 'embedded') {
    return { env: { CORADB_DRIVER: 'embedded' }, openSockets: async () => 0, end: () => undefined };
  }
  const broker = fork(fileURLToPath(new URL('fixtures/scripted-broker.mjs', import.meta.url)));
  const [{ port }] = await once(broker, 'message');
  const openSockets = async () => {
    const answered = once(broker, 'message');
    broker.send('count');
    return (await answered)[0].openSockets;
  };
  const env = { CORADB_DRIVER: 'broker', CORADB_HOST: '127.0.0.1', CORADB_PORT: String(port) };
  return { env, openSockets, end: () => broker.disconnect() };
}

async function bench(engine) {
  const { env, openSockets, end } = await start(engine);
  const app = await createHttpApp(loadSettings({ ...env, CORADB_HTTP_RATE_LIMIT: '0' }, ''), {
    logger: false,
  });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address();
  const slots = app.get(CallSlots, { strict: false });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = () =>
    new Promise((resolve) => app.getHttpServer().getConnections((_, count) => resolve(count)));
  const call = caller(port, agent);

  for (let done = 0; done < Math.min(500, CALLS / 10); done++) await call();
  const quarters = [];
  for (let quarter = 1; quarter <= QUARTERS; quarter++) {
    const startedAt = performance.now();
    const rss = [];
    for (let done = 1; done <= CALLS / QUARTERS; done++) {
      await call();
      if (done % SAMPLE_EVERY === 0) rss.push(process.memoryUsage.rss());
    }
    const ms = (performance.now() - startedAt) / (CALLS / QUARTERS);
    collect();
    const live = process.memoryUsage();
    quarters.push({ ms, rss, live });
    print(engine, quarter, quarters.at(-1), {
      sockets: await sockets(),
      connections: slots.inUse,
      brokerSockets: await openSockets(),
    });
  }
  sumUp(engine, quarters);
  agent.destroy();
  await app.close();
  end();
}

function caller(port, agent) {
  const params = { name: 'execute_select', arguments: { database: 'e-commerce', sql: 'SELECT 1' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const options = { port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers, agent };
  return () =>
    new Promise((resolve, reject) => {
      const sent = request(options, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        reply.on('end', () => (text.includes('[[1]]') ? resolve() : reject(new Error(text))));
      });
      sent.on('error', reject).end(body);
    });
}

const mb = (bytes) => (bytes / 1e6).toFixed(1);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function print(engine, quarter, { ms, rss, live }, { sockets, connections, brokerSockets }) {
  console.log(
    `${engine}, quarter ${quarter}: ${CALLS / QUARTERS} calls, ${ms.toFixed(2)} ms each; ` +
      `RSS ${mb(Math.min(...rss))} to ${mb(Math.max(...rss))}, median ${mb(median(rss))} MB; ` +
      `after a collection heap ${mb(live.heapUsed)} of ${mb(live.heapTotal)}, external ${mb(live.external)}, ` +
      `array buffers ${mb(live.arrayBuffers)}, RSS ${mb(live.rss)} MB; ` +
      `${sockets} sockets, ${connections} database connections, ${brokerSockets} at the broker`,
  );
}

/** The second quarter is the base: in the first one V8 still finds the size of its heap. */
function sumUp(engine, quarters) {
  const [, second] = quarters;
  const last = quarters.at(-1);
  const ratio = (read) => (read(last) / read(second)).toFixed(2);
  console.log(
    `${engine}, last quarter to second: live heap ${ratio(({ live }) => live.heapUsed)}, ` +
      `external ${ratio(({ live }) => live.external)}, median RSS ${ratio(({ rss }) => median(rss))}, ` +
      `RSS after a collection ${ratio(({ live }) => live.rss)}`,
  );
}

const engine = process.env.BENCH_ENGINE;
if (engine === undefined) {
  for (const each of ENGINES) {
    const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
      env: { ...process.env, BENCH_ENGINE: each },
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
} else {
  await bench(engine);
}
