import { describe, expect, it } from 'vitest';
import { abort, begin, commit, cursor, explained, recorded, derived } from '../helpers/arango-exchanges.js';
import { arangoSetup } from '../helpers/arango-setup.js';
import { openApplication } from '../helpers/arango-session.js';

const arango = arangoSetup();

const INSERT = 'INSERT { code: "x" } INTO _aqlfunctions';

describe('system collections', () => {
  it.each([
    ['arango_insert', { collection: '_aqlfunctions', documents: [{}] }],
    ['arango_update', { collection: '_graphs', documents: [{ _key: 'g' }] }],
    ['arango_replace', { collection: '_graphs', documents: [{ _key: 'g' }] }],
    ['arango_remove', { collection: '_graphs', documents: [{ _key: 'g' }] }],
    ['arango_query', { query: INSERT }],
  ])('%s does not change them', async (tool, args) => {
    arango.server.load(explained(INSERT, { _aqlfunctions: 'write' }, { modifies: true }));
    const { document } = await arango.session.call(tool, args);
    expect(document.error).toMatchObject({
      layer: 'guard',
      message: expect.stringMatching(
        /is a system collection, which this server does not change\. Nothing was done\.$/,
      ),
      hint: expect.stringMatching(/ARANGO_SYSTEM_COLLECTIONS=write/),
    });
    expect(arango.server.log.filter((line) => line !== 'POST /_api/explain')).toEqual([]);
  });

  it('ARANGO_SYSTEM_COLLECTIONS=write lets calls change them, _users apart', async () => {
    const allowed = await openApplication('2026-07-28', {
      ARANGO_URL: arango.server.url,
      ARANGO_SYSTEM_COLLECTIONS: 'write',
    });
    arango.server.load(
      begin({ write: ['_graphs'] }),
      derived('RestDocumentHandlerPostCreate1', { path: '/_api/document/_graphs' }),
      commit(),
    );
    const args = { collection: '_graphs', documents: [{ Hello: 'World' }] };
    expect((await allowed.call('arango_insert', args)).document.transaction).toBe('committed');
    arango.server.load();
    const users = await allowed.call('arango_insert', { ...args, collection: '_users' });
    expect(users.document.error.message).toMatch(/^"_users" holds the hashes of passwords/);
    expect(arango.server.log).toEqual([]);
    await allowed.close();
  });

  it.each([
    ['arango_sample', { collection: '_users' }],
    ['arango_describe_collection', { collection: '_users' }],
    ['arango_read_query', { query: 'FOR u IN _users RETURN u.authData' }],
    ['arango_read_query', { query: 'RETURN DOCUMENT("_users/75000")' }],
    ['arango_read_query', { query: 'RETURN DOCUMENT(@id)', bindVars: { id: '_users/75000' } }],
    ['arango_read_query', { query: 'FOR u IN @@c RETURN u', bindVars: { '@c': '_users' } }],
    ['arango_query', { query: 'FOR u IN `_users` RETURN u' }],
    ['arango_traverse', { start: '_users/1', edgeCollections: ['e'] }],
  ])('%s never reads users and their password hashes: %j', async (tool, args) => {
    arango.server.load();
    const { document } = await arango.session.call(tool, args);
    expect(document.error).toMatchObject({
      layer: 'guard',
      message: expect.stringMatching(/^"_users" holds/),
    });
    expect(arango.server.log).toEqual([]);
  });

  it('takes no part of another name for it', async () => {
    const query = 'FOR u IN my_users FILTER u._users_of == 1 RETURN u';
    arango.server.load(
      explained(query, { my_users: 'read' }),
      begin({ read: ['my_users'] }),
      cursor(query, [1], { stream: true }),
      abort(),
    );
    expect((await arango.session.call('arango_read_query', { query })).document.rows).toEqual([1]);
  });

  it('reads the others', async () => {
    arango.server.load(
      cursor('FOR document IN @@collection LIMIT @rows RETURN document', [{ _key: 'g' }], {
        bindVars: { '@collection': '_graphs', rows: 201 },
      }),
    );
    const { document } = await arango.session.call('arango_sample', { collection: '_graphs' });
    expect(document.rows).toEqual([{ _key: 'g' }]);
  });
});

describe('a number in place of a name', () => {
  it.each([
    ['arango_drop_collection', { collection: '12', confirm: true }],
    ['arango_sample', { collection: '12' }],
    ['arango_describe_collection', { collection: '12' }],
    ['arango_insert', { collection: '12', documents: [{}] }],
    ['arango_create_index', { collection: '12', type: 'persistent', fields: ['a'] }],
    ['arango_search', { view: '12', text: 'a', fields: ['a'] }],
    ['arango_traverse', { start: 'a/1', edgeCollections: ['12'] }],
  ])('%s refuses it: it is the id of some collection', async (tool, args) => {
    arango.server.load(recorded('RestCollectionDeleteCollectionName'));
    const { isError, text } = await arango.session.call(tool, args);
    expect(isError).toBe(true);
    expect(text).toMatch(/must be a name, not a number/);
    expect(arango.server.log).toEqual([]);
  });
});
