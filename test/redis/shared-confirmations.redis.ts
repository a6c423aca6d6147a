import { once } from 'node:events';
import { StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { startCommand } from '../helpers/http-command.js';
import { newClient } from '../helpers/mcp-session.js';
import { freePort, REDIS_PASSWORD, startRedis } from '../helpers/redis-server.js';

const CHANGE = {
  name: 'execute_sql',
  arguments: { database: 'e-commerce', sql: 'UPDATE product SET units_in_stock = 5 WHERE id = 3' },
};
const YES = { confirm: { action: 'accept' as const, content: { confirm: true } } };
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Reply = CallToolResult & { readonly resultType?: string; readonly requestState?: string };

const wasAsked = (reply: Reply) => reply.resultType === 'input_required';
const wasSaved = ({ structuredContent }: Reply) =>
  (structuredContent as { transaction?: string } | undefined)?.transaction === 'committed';

/** A server process of its own, and a client of it that answers by hand. */
async function startServer(redisPort: number): Promise<(state?: string) => Promise<Reply>> {
  const command = await startCommand({
    CORADB_CONFIRM: 'always',
    CORADB_CONFIRM_SECRET: 'one-secret-for-all-servers-behind-it',
    CORADB_CACHE_URL: `redis://:${REDIS_PASSWORD}@127.0.0.1:${redisPort}`,
  });
  ends.push(() => command.stop());
  const client = newClient('2026-07-28', {
    capabilities: { elicitation: { form: {} } },
    inputRequired: { autoFulfill: false },
  });
  client.setRequestHandler('elicitation/create', () => YES.confirm);
  await client.connect(new StreamableHTTPClientTransport(new URL(command.url)));
  ends.push(() => client.close());
  return async (state) => {
    const answer = state === undefined ? {} : { inputResponses: YES, requestState: state };
    return (await client.callTool({ ...CHANGE, ...answer }, { allowInputRequired: true })) as Reply;
  };
}

describe('two HTTP servers with one secret and one Redis', () => {
  it('take the answer to what the other asked, once, and fall back when Redis is killed', async () => {
    const port = await freePort();
    const redis = await startRedis(port);
    ends.push(() => redis.kill('SIGKILL'));
    const [atOne, atOther] = await Promise.all([startServer(port), startServer(port)]);

    const { requestState } = await atOne();
    expect(wasSaved(await atOther(requestState))).toBe(true);
    for (const each of [atOther, atOne]) expect(wasAsked(await each(requestState))).toBe(true);

    const second = (await atOther()).requestState;
    const replies = await Promise.all([atOne(second), atOther(second)]);
    expect(replies.filter(wasSaved)).toHaveLength(1);
    expect(replies.filter(wasAsked)).toHaveLength(1);

    const open = (await atOne()).requestState;
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    const again = await atOne(open);
    expect(wasAsked(again)).toBe(true);
    expect(wasAsked(await atOther(again.requestState))).toBe(true);
    expect(wasSaved(await atOne(again.requestState))).toBe(true);
  });
});
