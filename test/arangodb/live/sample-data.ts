import { randomUUID } from 'node:crypto';
import { Database } from 'arangojs';
import type { SettingsEnv } from '../../helpers/mcp-session.js';

export interface LiveDatabase {
  /** Settings that lead to it. */
  readonly env: SettingsEnv;
  drop(): Promise<void>;
}

const { ARANGO_TEST_URL, ARANGO_TEST_USERNAME = 'root', ARANGO_TEST_PASSWORD } = process.env;

/** A database of this run alone, filled with what the cases expect. */
export async function createLiveDatabase(): Promise<LiveDatabase> {
  if (ARANGO_TEST_URL === undefined) {
    throw new Error(
      'Set ARANGO_TEST_URL (and ARANGO_TEST_USERNAME, ARANGO_TEST_PASSWORD) to a server for tests.',
    );
  }
  const auth = { username: ARANGO_TEST_USERNAME, password: ARANGO_TEST_PASSWORD ?? '' };
  const system = new Database({ url: ARANGO_TEST_URL, auth });
  const name = `coradb_mcp_test_${randomUUID().slice(0, 8)}`;
  const database = await system.createDatabase(name);
  await fill(database);
  return {
    env: {
      ARANGO_URL: ARANGO_TEST_URL,
      ARANGO_DATABASE: name,
      ARANGO_USERNAME: ARANGO_TEST_USERNAME,
      ...(ARANGO_TEST_PASSWORD !== undefined && { ARANGO_PASSWORD: ARANGO_TEST_PASSWORD }),
    },
    drop: async () => {
      await system.dropDatabase(name);
      system.close();
    },
  };
}

async function fill(database: Database): Promise<void> {
  const products = await database.createCollection('products');
  await products.saveAll([
    { _key: '1', name: 'Lamp', price: 25, tags: ['light', 1] },
    { _key: '2', name: 'Desk', price: null, maker: { city: 'Oslo' } },
    { _key: '3', name: 'Chair', price: 90.5, tags: [] },
  ]);
  const documents = await database.createCollection('documents');
  await documents.save({ _key: 'test', arr: [1, 2, 3] });
  const persons = await database.createCollection('persons');
  await persons.saveAll(['alice', 'bob', 'carol'].map((_key) => ({ _key })));
  const knows = await database.createEdgeCollection('knows');
  await knows.saveAll([
    { _from: 'persons/alice', _to: 'persons/bob', years: 1 },
    { _from: 'persons/bob', _to: 'persons/carol', years: 2 },
  ]);
  await database.createGraph('social', [{ collection: 'knows', from: ['persons'], to: ['persons'] }]);
  await database.createView('productsView', {
    type: 'arangosearch',
    links: { products: { fields: { name: { analyzers: ['text_en'] } } } },
  });
  await database.query('FOR d IN productsView OPTIONS { waitForSync: true } LIMIT 1 RETURN 1');
}
