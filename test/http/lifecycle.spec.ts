import { once } from 'node:events';
import { connect } from 'node:net';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallSlots } from '../../src/limits/call-slots.js';
import { CallEvents } from '../../src/mcp/calls/call-events.service.js';
import type { CallRecord } from '../../src/mcp/calls/call-record.js';
import { RunningCalls } from '../../src/mcp/running-calls.service.js';
import { PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { ERAS, McpSession, newClient, type Era } from '../helpers/mcp-session.js';
import { send } from '../helpers/raw-request.js';

const DATABASE = { database: 'e-commerce' };
/** Runs for minutes unless it is stopped. */
const ENDLESS = {
  ...DATABASE,
  sql: 'SELECT COUNT(*) FROM orders a, orders b, orders c, orders d, orders e WHERE a.id + b.id + c.id + d.id + e.id = -1',
};
const QUICK = { ...DATABASE, sql: 'SELECT 1' };

async function open(era: Era, server: HttpServer): Promise<McpSession> {
  const client = newClient(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return new McpSession(client, async () => undefined);
}

/** Resolves with the record of the next call that ends. */
function nextRecord(server: HttpServer): Promise<CallRecord> {
  return new Promise((resolve) => {
    const end = server.app.get(CallEvents, { strict: false }).subscribe((record) => {
      end();
      resolve(record);
    });
  });
}

/** Waits, turn by turn, until a call works on the database. */
async function working(server: HttpServer, count = 1): Promise<void> {
  const slots = server.app.get(CallSlots, { strict: false });
  while (slots.inUse < count) await new Promise((resolve) => setImmediate(resolve));
}

describe.each(PLATFORMS)('the life of calls on %s', (platform) => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer(platform, {
      CORADB_MAX_CONCURRENT_CALLS: '2',
      CORADB_MAX_QUEUED_CALLS: '1',
    });
    // The sample database is made by the first call.
    const first = await open('2025-11-25', server);
    await first.call('execute_select', QUICK);
    await first.close();
  }, 60_000);
  afterAll(() => server.close());

  it.each(ERAS)(
    'a client that is gone stops its statement, protocol %s',
    async (era) => {
      const session = await open(era, server);
      const record = nextRecord(server);
      const call = session.call('execute_select', ENDLESS).catch(() => 'gone');
      await working(server);
      // Closing drops the connections; a stateless server of the 2025 era hears of nothing else.
      await session.client.close();
      expect(await call).toBe('gone');
      expect(await record).toMatchObject({ stopped: 'cancelled' });
      expect(server.app.get(CallSlots, { strict: false }).inUse).toBe(0);
    },
    20_000,
  );

  it('calls over the limit wait, and one too many is refused with a hint', async () => {
    const session = await open('2026-07-28', server);
    const gone = new AbortController();
    const running = [0, 1].map(() =>
      session.call('execute_select', ENDLESS, gone.signal).catch(() => undefined),
    );
    await working(server, 2);
    const waiting = session.call('execute_select', QUICK);
    const slots = server.app.get(CallSlots, { strict: false });
    while (slots.waiting < 1) await new Promise((resolve) => setImmediate(resolve));
    const refused = await session.call('execute_select', QUICK);
    expect(refused.document.error).toMatchObject({ layer: 'guard', hint: 'Call again in a few seconds.' });
    expect(refused.document.error.message).toContain('CORADB_MAX_CONCURRENT_CALLS');
    gone.abort();
    expect((await waiting).document.statements[0].rows).toEqual([[1]]);
    await Promise.all(running);
    await session.close();
  });

  it('1,000 connections at once are all answered', async () => {
    const replies = await Promise.all(Array.from({ length: 1_000 }, () => send(server.origin, {})));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1_000);
  }, 60_000);

  it('a client that does not read holds neither a connection to the database nor a slot', async () => {
    const record = nextRecord(server);
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.pause();
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'execute_select',
        arguments: { ...DATABASE, sql: 'SELECT * FROM orders', maxRows: 5000 },
      },
    });
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    expect(await record).toMatchObject({ outcome: 'rolled back', name: 'execute_select' });
    expect(server.app.get(CallSlots, { strict: false }).inUse).toBe(0);
    socket.destroy();
    await once(socket, 'close');
  });
});

describe.each(PLATFORMS)('a shutdown on %s', (platform) => {
  it('refuses new calls, gives running ones a grace, and sends their replies', async () => {
    const server = await startHttpServer(platform, { CORADB_HTTP_SHUTDOWN_GRACE_MS: '100' });
    const session = await open('2025-11-25', server);
    await session.call('execute_select', QUICK);
    const running = session.call('execute_select', ENDLESS);
    await working(server);
    const calls = server.app.get(RunningCalls, { strict: false });
    const closed = server.close();
    while (!calls.draining) await new Promise((resolve) => setImmediate(resolve));
    const late = await session.call('execute_select', QUICK);
    expect(late.document.error.message).toContain('shutting down');
    const ready = await send(server.origin, { path: '/health/ready', method: 'GET' });
    expect(ready.status).toBe(503);
    expect(ready.text).toContain('shutting down');
    expect((await running).document).toMatchObject({ stopped: 'cancelled', transaction: 'rolled back' });
    await closed;
    await session.client.close();
  }, 60_000);
});
