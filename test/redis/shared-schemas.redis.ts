import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { openStdio, type McpSession } from '../helpers/mcp-session.js';
import { freePort, REDIS_PASSWORD, startRedis as start } from '../helpers/redis-server.js';

const DATABASE = { database: 'e-commerce' };
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A Redis that ends with the test. */
async function startRedis(port: number): Promise<ChildProcess> {
  const redis = await start(port);
  ends.push(() => redis.kill('SIGKILL'));
  return redis;
}

/** A server process with an embedded database of its own. */
async function startProcess(port: number): Promise<McpSession> {
  const session = await openStdio('2026-07-28', {
    CORADB_CACHE_URL: `redis://:${REDIS_PASSWORD}@127.0.0.1:${port}`,
  });
  ends.push(() => session.close());
  return session;
}

const tablesOf = async (session: McpSession): Promise<string> => {
  const reply = await session.call('describe_schema', { ...DATABASE, detail: 'names' });
  expect(reply.isError).toBe(false);
  return reply.text;
};

describe('two processes with one Redis', () => {
  it('share a schema, and lose no call when Redis is killed', async () => {
    const port = await freePort();
    const redis = await startRedis(port);
    const [one, other] = [await startProcess(port), await startProcess(port)];
    // Each has a database of its own, so what the other shows of this table it has from Redis.
    const created = await one.call('execute_sql', {
      ...DATABASE,
      sql: 'CREATE TABLE only_in_one (id INTEGER)',
    });
    expect(created.document.transaction).toBe('committed');
    expect(await tablesOf(one)).toContain('only_in_one');
    expect(await tablesOf(other)).toContain('only_in_one');

    // A wrong login gets nothing, whatever is kept.
    const stranger = await other.call('describe_schema', { ...DATABASE, password: 'wrong' });
    expect(stranger.isError).toBe(true);
    expect(stranger.text).not.toContain('only_in_one');

    const calls = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : other).call('describe_schema', {
        ...DATABASE,
        detail: 'names',
        refresh: index > 9,
      }),
    );
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    for (const reply of await Promise.all(calls)) expect(reply.isError).toBe(false);
    expect(await tablesOf(one)).toContain('only_in_one');
    const own = await other.call('describe_schema', { ...DATABASE, detail: 'names', refresh: true });
    expect(own.isError).toBe(false);
    expect(own.text).not.toContain('only_in_one');
  });

  it('lose no call when Redis hangs, and share again when it goes on', async () => {
    const port = await freePort();
    const redis = await startRedis(port);
    const [one, other] = [await startProcess(port), await startProcess(port)];
    await one.call('execute_sql', { ...DATABASE, sql: 'CREATE TABLE before_the_stop (id INTEGER)' });
    expect(await tablesOf(one)).toContain('before_the_stop');
    // The socket stays open and takes what is sent; nothing answers.
    redis.kill('SIGSTOP');
    for (let count = 0; count < 10; count++) {
      expect(await tablesOf(one)).toContain('before_the_stop');
      expect(await tablesOf(other)).not.toContain('before_the_stop');
    }
    redis.kill('SIGCONT');
    // Each process asks Redis again some seconds after it failed, and one of them first has to put its schema there.
    for (let count = 0; !(await tablesOf(other)).includes('before_the_stop'); count++) {
      await one.call('execute_sql', {
        ...DATABASE,
        sql: `CREATE TABLE after_the_stop_${count} (id INTEGER)`,
      });
      await tablesOf(one);
    }
  });

  it('start and work although Redis was never there', async () => {
    const session = await startProcess(await freePort());
    expect(await tablesOf(session)).toContain('product');
    expect(await tablesOf(session)).toContain('product');
  });
});
