import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recorded } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';

type Answer = {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, boolean>;
};

describe.each(ERAS)('dropping a collection with a client that asks a person, in %s', (era) => {
  let server: ArangoReplayServer;
  let session: McpSession;
  const questions: string[] = [];
  let answer: Answer = { action: 'cancel' };

  beforeAll(async () => {
    server = await ArangoReplayServer.start();
    session = await openApplication(
      era,
      { ARANGO_URL: server.url },
      {
        options: { capabilities: { elicitation: { form: {} } } },
        prepare: (client) =>
          client.setRequestHandler('elicitation/create', (request) => {
            questions.push(request.params.message);
            return answer;
          }),
      },
    );
  });
  afterAll(async () => {
    await session.close();
    await server.close();
  });
  afterEach(() => void questions.splice(0));

  const drop = async (confirm = true) => {
    server.load(recorded('RestCollectionDeleteCollectionName'));
    return session.call('arango_drop_collection', { collection: 'products1', confirm });
  };

  it('asks, and does it when the person agrees', async () => {
    answer = { action: 'accept', content: { confirm: true } };
    const { document, isError } = await drop();
    expect(isError).toBe(false);
    expect(document).toMatchObject({ dropped: 'products1', confirmedBy: 'a person' });
    expect(questions).toEqual([
      'Drop the collection "products1" of database "_system" with all its documents, for good?',
    ]);
    expect(server.log).toEqual(['DELETE /_api/collection/products1']);
  });

  it.each<[string, Answer]>([
    ['says no', { action: 'accept', content: { confirm: false } }],
    ['declines', { action: 'decline' }],
    ['closes the question', { action: 'cancel' }],
  ])('does nothing when the person %s', async (_title, given) => {
    answer = given;
    const { document, isError } = await drop();
    expect(isError).toBe(true);
    expect(document.error).toMatchObject({
      layer: 'guard',
      message: 'The person asked did not confirm this; nothing was saved.',
    });
    expect(questions).toHaveLength(1);
    expect(server.log).toEqual([]);
  });

  it('does not even ask without confirm: true', async () => {
    answer = { action: 'accept', content: { confirm: true } };
    const { document } = await drop(false);
    expect(document.error).toMatchObject({ layer: 'input' });
    expect(questions).toEqual([]);
    expect(server.log).toEqual([]);
  });
});

describe('an answer that nobody was asked for', () => {
  it.each([undefined, 'v1.forged.state'])(
    'is not taken (state %j): the person is asked',
    async (requestState) => {
      const server = await ArangoReplayServer.start();
      const questions: string[] = [];
      const session = await openApplication(
        '2026-07-28',
        { ARANGO_URL: server.url },
        {
          options: { capabilities: { elicitation: { form: {} } } },
          prepare: (client) =>
            client.setRequestHandler('elicitation/create', (request) => {
              questions.push(request.params.message);
              return { action: 'decline' as const };
            }),
        },
      );
      server.load(recorded('RestCollectionDeleteCollectionName'));
      const result = await session.client.callTool({
        name: 'arango_drop_collection',
        arguments: { collection: 'products1', confirm: true },
        inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
        ...(requestState !== undefined && { requestState }),
      } as Parameters<typeof session.client.callTool>[0]);
      expect(result.isError).toBe(true);
      expect(questions).toHaveLength(1);
      expect(server.log).toEqual([]);
      await session.close();
      await server.close();
    },
  );
});
