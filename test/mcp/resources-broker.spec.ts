import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogRules, catalogText, type User } from '../helpers/catalog-rules.js';
import { ERAS, openStdio, type McpSession } from '../helpers/mcp-session.js';
import { ReplayBroker } from '../helpers/replay-broker.js';
import { ScriptedDatabase } from '../helpers/scripted-database.js';
import { openHttp } from '../helpers/transports.js';

const DATABASE = { database: 'catdb' };
const OBJECT_TEMPLATE = { type: 'ref/resource', uri: 'coradb://{database}/schema/{object}' } as const;
const PASSWORD = 'g0-Between';
const LOGINS = {
  dba: { 'coradb/user': 'dba', 'coradb/password': PASSWORD },
  reader: { 'coradb/user': 'reader', 'coradb/password': PASSWORD },
};

describe.each(['stdio', 'HTTP'])('resources of a CoraDB server over %s', (transport) => {
  describe.each(ERAS)('protocol %s', (era) => {
    describe.each<User>(['dba', 'reader'])('as %s', (user) => {
      let broker: ReplayBroker;
      let database: ScriptedDatabase;
      let session: McpSession;
      const _meta = LOGINS[user];

      beforeAll(async () => {
        database = new ScriptedDatabase({ statements: catalogRules(user), users: { [user]: PASSWORD } });
        broker = await ReplayBroker.start(database);
        const env = {
          CORADB_DRIVER: 'broker',
          CORADB_HOST: '127.0.0.1',
          CORADB_PORT: String(broker.port),
          CORADB_DATABASES: 'catdb',
        };
        session = await (transport === 'HTTP' ? openHttp('express', era, env) : openStdio(era, env, []));
      }, 120_000);
      afterAll(async () => {
        await session?.close();
        await broker?.stop();
      });

      it('reads the schema that the raw results of the catalog hold', async () => {
        const { resources } = await session.client.listResources();
        const [content] = (await session.client.readResource({ uri: resources[0]?.uri ?? '', _meta }))
          .contents;
        expect(content).toEqual({
          uri: 'coradb://catdb/schema',
          mimeType: 'text/plain',
          text: catalogText(user).trimEnd(),
        });
        expect(database.unknown).toEqual([]);
        expect(broker.endings.slice(1)).not.toContain('commit');
      });

      it('completes what this user sees, from the kept copy, after a login', async () => {
        const before = broker.prepared.length;
        const complete = async (typed: string, meta: Record<string, string> = _meta) => {
          const argument = { name: 'object', value: typed };
          const context = { arguments: DATABASE };
          const request = { ref: OBJECT_TEMPLATE, argument, context, _meta: meta };
          return (await session.client.complete(request)).completion.values;
        };
        // Three owners have a customer; the reader sees two of them and owns neither.
        expect(await complete('SHOP.customer')).toEqual(['SHOP.customer']);
        expect((await complete('customer')).filter((value) => /(^|\.)customer$/.test(value))).toEqual(
          user === 'dba'
            ? ['customer', 'ARCHIVE.customer', 'SHOP.customer']
            : ['ARCHIVE.customer', 'SHOP.customer'],
        );
        expect(await complete('고객')).toEqual(['고객']);
        expect(await complete('mixed case')).toEqual(['mixed case table']);
        expect(await complete('', { ..._meta, 'coradb/password': 'other' })).toEqual([]);
        expect(broker.prepared.length).toBe(before);
      });

      it('puts the schema into a prompt', async () => {
        const { messages } = await session.client.getPrompt({
          name: 'explore_database',
          arguments: DATABASE,
          _meta,
        });
        const [content] = messages.map((message) => message.content);
        if (content?.type !== 'text') throw new Error('a prompt is one text');
        expect(content.text).toContain(`-- database catdb as ${user.toUpperCase()} sees it`);
        expect(content.text).toContain(
          "TABLE SHOP.customer COMMENT 'People who buy; ''quoted'' text, 한글' (id INTEGER NOT NULL",
        );
        expect(content.text).not.toContain(PASSWORD);
      });
    });
  });
});
