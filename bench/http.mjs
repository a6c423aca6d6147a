/**
 * 10,000 calls in a row over HTTP: does anything grow? The second half must need no more memory, sockets or
 * connections than the first.
 */
import 'reflect-metadata';
import { Agent, request } from 'node:http';
import { loadSettings } from '../dist/config/load-settings.js';
import { CallSlots } from '../dist/execution/call-slots.service.js';
import { createHttpApp } from '../dist/http/create-http-app.js';

const CALLS = Number(process.env.BENCH_CALLS ?? 10_000);
const settings = loadSettings({ CORADB_DRIVER: 'embedded', CORADB_HTTP_RATE_LIMIT: '0' }, '');
const app = await createHttpApp(settings, { logger: false });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();
const slots = app.get(CallSlots, { strict: false });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'execute_select', arguments: { database: 'e-commerce', sql: 'SELECT 1' } },
});

function call() {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const sent = request(
      { port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers, agent },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        reply.on('end', () => (text.includes('[[1]]') ? resolve() : reject(new Error(text))));
      },
    );
    sent.on('error', reject).end(body);
  });
}

const sockets = () =>
  new Promise((resolve) => app.getHttpServer().getConnections((_, count) => resolve(count)));

async function run(count) {
  const startedAt = performance.now();
  for (let done = 0; done < count; done++) await call();
  const ms = performance.now() - startedAt;
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    count,
    ms,
    heap: heapUsed / 1e6,
    rss: rss / 1e6,
    sockets: await sockets(),
    connections: slots.inUse,
  };
}

await run(Math.min(500, CALLS / 10));
const halves = [await run(CALLS / 2), await run(CALLS / 2)];
for (const { count, ms, heap, rss, sockets: open, connections } of halves) {
  console.log(
    `${count} calls, ${(ms / count).toFixed(2)} ms each, heap ${heap.toFixed(1)} MB, RSS ${rss.toFixed(0)} MB, ` +
      `${open} sockets, ${connections} database connections`,
  );
}
const [first, second] = halves;
console.log(
  `second half to first: heap ${(second.heap / first.heap).toFixed(2)}, RSS ${(second.rss / first.rss).toFixed(2)}`,
);
agent.destroy();
await app.close();
