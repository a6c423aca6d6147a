/**
 * A child process: the tests' replayed broker, which answers every statement of `bench/http.mjs` with one row. In a
 * process of its own, so that what it keeps is not counted.
 */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
// The helpers are TypeScript and no part of the built package.
const vite = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { ReplayBroker } = await vite.ssrLoadModule('/test/helpers/replay-broker.ts');
const { ScriptedDatabase } = await vite.ssrLoadModule('/test/helpers/scripted-database.ts');

const database = new ScriptedDatabase({
  statements: [{ sql: 'SELECT 1', columns: [{ name: '1', type: 'INT' }], rows: [[1]] }],
});
const broker = await ReplayBroker.start(database);
setInterval(() => {
  for (const kept of [broker.requests, broker.messages, broker.logins, broker.handshakes, database.ran]) {
    kept.length = 0;
  }
}, 1_000).unref();

process.on('message', () => process.send({ openSockets: broker.openSockets }));
process.once('disconnect', () => process.exit());
process.send({ port: broker.port });
