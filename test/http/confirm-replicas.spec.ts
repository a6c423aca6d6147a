import type { AddressInfo } from 'node:net';
import {
  StreamableHTTPClientTransport,
  type CallToolResult,
  type Client,
} from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CoradbMcpModule, connectCoradbMcp } from '../../src/index.js';
import { SharedQuestions } from '../../src/mcp/confirmation/question-register.js';
import { QuestionSigner, SHARED_SIGNER } from '../../src/mcp/confirmation/question-signer.js';
import { signingKey } from '../../src/mcp/confirmation/shared-signer.js';
import { ForgivingStore } from '../../src/store/remote-store.js';
import { MemoryStore } from '../helpers/memory-store.js';
import { newClient } from '../helpers/mcp-session.js';

const CHANGE = {
  name: 'execute_sql',
  arguments: {
    database: 'e-commerce',
    sql: 'UPDATE product SET units_in_stock = units_in_stock + 1 WHERE id = 21',
  },
};
const YES = { confirm: { action: 'accept' as const, content: { confirm: true } } };

const MINUTES_5 = 300_000;

/** A clock by which a store that was away is asked again at once. */
function neverResting(): () => number {
  let now = 0;
  return () => (now += 10_000);
}

type Reply = CallToolResult & { readonly resultType?: string; readonly requestState?: string };

/** Servers with a database and a process key each, and what the settings let them share. */
describe('a confirmation behind a balancer', () => {
  let store: MemoryStore;
  const apps: INestApplication[] = [];
  const clients: Client[] = [];
  beforeEach(() => (store = new MemoryStore()));
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });

  async function startReplica(secret: string | undefined): Promise<string> {
    const shared =
      secret === undefined
        ? null
        : new QuestionSigner(
            signingKey(secret),
            new SharedQuestions(new ForgivingStore(store, () => undefined, neverResting()), MINUTES_5),
          );
    const testing = await Test.createTestingModule({
      imports: [
        CoradbMcpModule.forRoot({
          settings: { driver: 'embedded', confirm: 'always' },
          http: { path: 'mcp' },
        }),
      ],
    })
      .overrideProvider(SHARED_SIGNER)
      .useValue(shared)
      .compile();
    const app = testing.createNestApplication({ logger: false });
    apps.push(app);
    await connectCoradbMcp(app);
    await app.listen(0, '127.0.0.1');
    return `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/mcp`;
  }

  const twoReplicas = (secrets: readonly [string | undefined, string | undefined]) =>
    Promise.all(secrets.map((secret) => startReplica(secret)));

  /** A client whose requests go to the server that is next in turn, after the one that connecting took. */
  async function balanced(urls: readonly string[]): Promise<{ client: Client; asked: string[] }> {
    const client = newClient('2026-07-28', { capabilities: { elicitation: { form: {} } } });
    const asked: string[] = [];
    client.setRequestHandler('elicitation/create', (request) => {
      asked.push(request.params.message);
      return YES.confirm;
    });
    let turn = 0;
    const transport = new StreamableHTTPClientTransport(new URL(urls[0] ?? ''), {
      fetch: (_url, init) => fetch(urls[turn++ % urls.length] ?? '', init),
    });
    await client.connect(transport);
    clients.push(client);
    return { client, asked };
  }

  /** A client that answers by hand, so that an answer can be sent anywhere and any number of times. */
  async function byHand(url: string) {
    const client = newClient('2026-07-28', {
      capabilities: { elicitation: { form: {} } },
      inputRequired: { autoFulfill: false },
    });
    client.setRequestHandler('elicitation/create', () => YES.confirm);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    clients.push(client);
    return async (state?: string): Promise<Reply> => {
      const answer = state === undefined ? {} : { inputResponses: YES, requestState: state };
      return (await client.callTool({ ...CHANGE, ...answer }, { allowInputRequired: true })) as Reply;
    };
  }

  const wasAsked = (reply: Reply) => reply.resultType === 'input_required';
  const wasSaved = ({ structuredContent }: Reply) =>
    (structuredContent as { transaction?: string } | undefined)?.transaction === 'committed';
  const SECRET = 'one-secret-for-all-servers-behind-it';

  it('counts at another server that has the same secret', async () => {
    const { client, asked } = await balanced(await twoReplicas([SECRET, SECRET]));
    expect(wasSaved((await client.callTool(CHANGE)) as Reply)).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it('is asked again, and never taken, where the secret is another or missing', async () => {
    for (const secrets of [
      [SECRET, `${SECRET}-2`],
      [undefined, undefined],
      [SECRET, undefined],
    ] as const) {
      const [one = '', other = ''] = await twoReplicas(secrets);
      const [atOne, atOther] = [await byHand(one), await byHand(other)];
      const { requestState } = await atOne();
      expect(wasAsked(await atOther(requestState))).toBe(true);
      expect(wasSaved(await atOne(requestState))).toBe(true);
    }
  });

  it('is used once in all, whichever server gets it again, at the same time as well', async () => {
    const [one = '', other = ''] = await twoReplicas([SECRET, SECRET]);
    const [atOne, atOther] = [await byHand(one), await byHand(other)];
    const { requestState } = await atOne();
    expect(wasSaved(await atOther(requestState))).toBe(true);
    expect(wasAsked(await atOther(requestState))).toBe(true);
    expect(wasAsked(await atOne(requestState))).toBe(true);

    const second = (await atOther()).requestState;
    const replies = await Promise.all([atOne(second), atOther(second)]);
    expect(replies.filter(wasSaved)).toHaveLength(1);
    expect(replies.filter(wasAsked)).toHaveLength(1);
  });

  it('counts only at the server that asked while the store is away, and not after it came back', async () => {
    const [one = '', other = ''] = await twoReplicas([SECRET, SECRET]);
    const [atOne, atOther] = [await byHand(one), await byHand(other)];
    const before = (await atOne()).requestState;
    store.away = true;
    // Nobody can tell whether this one was used elsewhere.
    const again = await atOne(before);
    expect(wasAsked(again)).toBe(true);
    expect(wasAsked(await atOther(again.requestState))).toBe(true);
    expect(wasSaved(await atOne(again.requestState))).toBe(true);
    store.away = false;
    for (const each of [atOne, atOther]) expect(wasAsked(await each(again.requestState))).toBe(true);
  });
});
