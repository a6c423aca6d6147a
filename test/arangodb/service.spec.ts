import { Injectable, Module, type DynamicModule } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  ArangoMcpModule,
  ArangoService,
  CoradbMcpModule,
  GuardError,
  InjectArango,
  InputError,
  type ArangoSettings,
} from '../../src/index.js';
import { toolNamesOf } from '../../src/mcp/tool-names.js';
import { ARANGO_TOOL_CLASSES } from '../../src/arangodb/tools/tool-classes.js';
import {
  abort,
  answering,
  begin,
  commit,
  cursor,
  documented,
  explained,
  recorded,
  type Exchange,
} from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';

let server: ArangoReplayServer;
const open: TestingModule[] = [];
beforeAll(async () => void (server = await ArangoReplayServer.start()));
afterAll(() => server.close());
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  expect(server.unexpected).toEqual([]);
});

async function host(...imports: DynamicModule[]): Promise<TestingModule> {
  const testing = await Test.createTestingModule({ imports }).compile();
  open.push(testing);
  return testing.init();
}

async function service(settings: Partial<ArangoSettings> = {}): Promise<ArangoService> {
  server.load();
  const declared = ArangoMcpModule.forRoot({ settings: { url: [server.url], ...settings } });
  return (await host(declared)).get(ArangoService, { strict: false });
}

const WRITTEN = { _id: 'products/1', _key: '1', _rev: '_a' };
const inserted: readonly Exchange[] = [
  begin({ write: ['products'] }),
  {
    ...documented('HTTP API, Documents', 'POST', '/_api/document/products', WRITTEN, 202),
    request: { method: 'POST', path: '/_api/document/products', body: { a: 1 } },
  },
];
const INSERT = { collection: 'products', documents: [{ a: 1 }] };

const QUERY = 'FOR p IN persons RETURN p.name';
const readExchanges = (rows: readonly unknown[]): readonly Exchange[] => [
  explained(QUERY, { persons: 'read' }),
  begin({ read: ['persons'] }),
  cursor(QUERY, rows, { stream: true }),
  abort(),
];

describe('ArangoService', () => {
  it('has a method for every tool, named as it', async () => {
    const arango = await service();
    const methods = toolNamesOf(ARANGO_TOOL_CLASSES).map((name) =>
      name.replace(/^arango_/, '').replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase()),
    );
    const declared = Object.getOwnPropertyNames(Object.getPrototypeOf(arango));
    expect(declared.filter((name) => name !== 'constructor').sort()).toEqual([...methods].sort());
  });

  it('calls the tool that a method is named after', async () => {
    const arango = await service({ tools: [] as never });
    for (const name of toolNamesOf(ARANGO_TOOL_CLASSES)) {
      const method = name.replace(/^arango_/, '').replace(/_(.)/g, (_all, letter) => letter.toUpperCase());
      const call = arango[method as 'status']({});
      await expect(call).rejects.toThrow(`The settings do not offer ${name}. Nothing was done.`);
    }
  });

  it('reads with AQL in a transaction that is never committed', async () => {
    const arango = await service();
    server.load(readExchanges(['Ada', 'Bob']));
    const document = await arango.readQuery({ query: QUERY });
    expect(document).toMatchObject({ database: '_system', rows: ['Ada', 'Bob'], count: 2, hasMore: false });
    expect(server.log.at(-1)).toBe('DELETE /_api/transaction/74719');
  });

  it('gives what the engine refused as a document', async () => {
    const arango = await service();
    server.load(answering(explained(QUERY, {}), 'RestQueryInvalid'));
    const { error, rows } = await arango.readQuery({ query: QUERY });
    expect(error).toMatchObject({ layer: 'engine', code: 1501 });
    expect(rows).toBeUndefined();
  });

  it('saves what it inserts, and asks nobody whatever ARANGO_CONFIRM says', async () => {
    const arango = await service({ confirm: 'always' });
    server.load(inserted, commit());
    const document = await arango.insert(INSERT);
    expect(document).toMatchObject({ transaction: 'committed', changed: ['products'], affectedRows: 1 });
    server.load(recorded('RestCollectionDeleteCollectionName'));
    const dropped = await arango.dropCollection({ collection: 'products1', confirm: true });
    expect(dropped).toMatchObject({ dropped: 'products1' });
    expect(dropped).not.toHaveProperty('confirmedBy');
  });

  it('rolls everything back under writeMode dryrun, and refuses what cannot be', async () => {
    const arango = await service({ writeMode: 'dryrun' });
    server.load(inserted, abort());
    expect(await arango.insert(INSERT)).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'this server allows dry runs only (ARANGO_WRITE_MODE=dryrun)',
    });
    server.load();
    for (const call of [
      arango.createCollection({ collection: 'c' }),
      arango.createIndex({ collection: 'c', type: 'persistent', fields: ['a'] }),
      arango.dropIndex({ collection: 'c', index: 'i', confirm: true }),
      arango.dropCollection({ collection: 'c', confirm: true }),
      arango.view({ action: 'create', view: 'v' }),
      arango.graph({ action: 'create', graph: 'g' }),
    ]) {
      await expect(call).rejects.toThrow(GuardError);
    }
    expect(server.log).toEqual([]);
  });

  it('keeps to the settings: write mode, groups of tools, databases, exports', async () => {
    const calls: readonly [Partial<ArangoSettings>, (arango: ArangoService) => Promise<unknown>, RegExp][] = [
      [{ writeMode: 'off' }, (arango) => arango.query({ query: QUERY }), /do not offer arango_query/],
      [{ tools: ['read'] }, (arango) => arango.insert(INSERT), /do not offer arango_insert/],
      [{}, (arango) => arango.export({ folder: 'f' }), /do not offer arango_export/],
      [
        { databases: ['shop'], database: 'shop' },
        (arango) => arango.readQuery({ query: QUERY, database: 'other' }),
        /"other" is not allowed by ARANGO_DATABASES/,
      ],
    ];
    for (const [settings, call, message] of calls) {
      const refused = call(await service(settings));
      await expect(refused).rejects.toThrow(message);
      await expect(refused).rejects.toBeInstanceOf(GuardError);
      expect(server.log).toEqual([]);
    }
  });

  const CYCLE: Record<string, unknown> = {};
  CYCLE.self = CYCLE;
  it.each<[string, unknown, unknown, RegExp]>([
    ['no input', undefined, {}, /input of arango_read_query must be an object/],
    ['no query', {}, {}, /"query" is missing/],
    ['an argument there is none of', { query: 'RETURN 1', rows: 2 }, {}, /"rows"; allowed keys: query/],
    ['more rows than allowed', { query: 'RETURN 1', limit: 5001 }, {}, /at most 5000 .ARANGO_MAX_ROWS_LIMIT/],
    ['more time than allowed', { query: 'RETURN 1', maxRuntime: 601 }, {}, /at most 600 s/],
    ['NaN', { query: 'RETURN 1', maxRuntime: NaN }, {}, /"maxRuntime" is NaN; JSON has no such value/],
    ['a function', { query: () => 1 }, {}, /"query" is a function/],
    [
      'a long bigint',
      { query: 'RETURN @n', bindVars: { n: 2n ** 53n + 1n } },
      {},
      /"n" is a bigint beyond 2\^53/,
    ],
    [
      'what holds itself',
      { query: 'RETURN @c', bindVars: { c: CYCLE } },
      {},
      /arango_read_query cannot be written/,
    ],
    ['no signal', { query: 'RETURN 1' }, { signal: 'x' }, /"signal" must be an AbortSignal/],
    ['no listener', { query: 'RETURN 1' }, { onProgress: 1 }, /"onProgress" must be a function/],
  ])('refuses %s', async (_title, input, options, message) => {
    const arango = await service();
    const call = arango.readQuery(input as never, options as never);
    await expect(call).rejects.toThrow(message);
    await expect(call).rejects.toBeInstanceOf(InputError);
    expect(server.log).toEqual([]);
  });

  it('takes a Date as its text and a short bigint as a number', async () => {
    const arango = await service();
    const bindVars = { at: '2026-12-03T00:00:00.000Z', n: 7 };
    const query = 'RETURN [@at, @n]';
    server.load(
      explained(query, {}, { bindVars }),
      begin({ read: [] }),
      cursor(query, [[bindVars.at, 7]], { bindVars, stream: true }),
      abort(),
    );
    const given = { at: new Date('2026-12-03T00:00:00Z'), n: 7n };
    expect((await arango.readQuery({ query, bindVars: given })).rows).toEqual([[bindVars.at, 7]]);
  });

  it('ends a call by the signal of the program, and one that was aborted before', async () => {
    const arango = await service();
    server.load(inserted, abort());
    server.fail('POST /_api/document', () => undefined);
    const program = new AbortController();
    const sent = server.seen('POST /_api/document');
    const call = arango.insert(INSERT, { signal: program.signal });
    await sent;
    program.abort();
    expect(await call).toMatchObject({
      transaction: 'rolled back',
      stopped: 'cancelled',
      error: { layer: 'guard', message: 'The call was stopped: the call was cancelled.' },
    });
    server.load();
    const late = await arango.readQuery({ query: QUERY }, { signal: program.signal });
    expect(late).toMatchObject({ stopped: 'cancelled' });
    expect(server.log).toEqual([]);
  });

  it('takes no calls once the application shuts down', async () => {
    const arango = await service();
    await open.pop()?.close();
    await expect(arango.status()).rejects.toThrow(/is shutting down/);
  });
});

describe('several instances', () => {
  @Injectable()
  class Both {
    constructor(
      @InjectArango('graph') readonly graph: ArangoService,
      @InjectArango('archive') readonly archive: ArangoService,
    ) {}
  }

  it('each have their own settings, beside CoraDB too', async () => {
    const coradb = CoradbMcpModule.forRoot({ settings: { driver: 'embedded' } });
    const url = [server.url];
    @Module({
      imports: [
        coradb,
        ArangoMcpModule.forRoot({ name: 'graph', settings: { url, database: 'live' }, joins: coradb }),
        ArangoMcpModule.forRootAsync({
          name: 'archive',
          useFactory: () => ({ url, database: 'old', writeMode: 'off' as const }),
        }),
      ],
      providers: [Both],
    })
    class Host {}
    const { graph, archive } = (await host({ module: Host })).get(Both, { strict: false });
    server.load(readExchanges([1]));
    expect(await graph.readQuery({ query: QUERY })).toMatchObject({ database: 'live', rows: [1] });
    expect(await archive.readQuery({ query: QUERY })).toMatchObject({ database: 'old', rows: [1] });
    expect(new Set(server.requests.map(({ database }) => database))).toEqual(new Set(['live', 'old']));
    await expect(archive.insert(INSERT)).rejects.toThrow(/do not offer/);
  });
});
