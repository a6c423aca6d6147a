import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectCatalog, type SampleUserName } from '../../../../test/helpers/catalog-connection.js';
import { EngineError } from '../../driver-errors.js';
import { printSchemaJson } from '../../../schema/printers/json-printer.js';
import { printSchemaMermaid } from '../../../schema/printers/mermaid-printer.js';
import { objectText } from '../../../schema/printers/object-text.js';
import { printSchemaText } from '../../../schema/printers/text-printer.js';
import { objectKey, type SchemaModel, type SchemaObject } from '../../model/schema-model.js';
import { SchemaReader } from '../../../schema/schema-service.js';

/** The objects of catalog.md §12.3, written by hand from `catalog-setup.sql`. */
const DESCRIBED = JSON.parse(
  readFileSync(new URL('../../../../test/fixtures/catalog/described-objects.json', import.meta.url), 'utf8'),
) as Record<string, { text: string; json: object }>;

const USERS: readonly SampleUserName[] = ['dba', 'reader', 'nobody_here'];

function readWhole(user: SampleUserName, detail: SchemaModel['detail'] = 'full'): Promise<SchemaModel> {
  return new SchemaReader().read(connectCatalog(user), { detail, timeoutMs: 0 });
}

function find(model: SchemaModel, key: string): SchemaObject {
  const object = model.objects.find((candidate) => objectKey(candidate) === key);
  if (!object) throw new Error(`${key} is not in the model`);
  return object;
}

/** Without what says "none", and without the incoming keys, which the hand-written objects leave out. */
function facts(object: object): unknown {
  return JSON.parse(
    JSON.stringify(object, (name, value: unknown) => {
      if (value === null || (Array.isArray(value) && value.length === 0) || name === 'referencedBy')
        return undefined;
      return value;
    }),
  );
}

describe('the catalog of a CUBRID server', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T12:00:00Z') }));
  afterEach(() => void vi.useRealTimers());

  it.each(Object.keys(DESCRIBED))('describes %s as written by hand', async (key) => {
    const object = find(await readWhole('dba'), key);
    expect(objectText(object, 'utf8_bin', false)).toBe(DESCRIBED[key]?.text);
    const expected = DESCRIBED[key]?.json ?? {};
    expect(facts(object)).toEqual(facts(expected));
  });

  it('tells an ordinary user what he may see, and says what stays unknown', async () => {
    const model = await readWhole('reader');
    const shipment = find(model, 'SHOP.shipment_line');
    expect(facts(shipment)).toEqual(facts(DESCRIBED['SHOP.shipment_line']?.json ?? {}));
    expect(find(model, 'SHOP.v_check').checkOption).toBe('unknown');
    expect(find(model, 'SHOP.customer').triggers[0]).toEqual({
      owner: 'SHOP',
      name: 'tr_cust_ins',
      time: 'BEFORE',
      actionKind: 'REJECT',
      comment: 'no debt',
    });
    const columns = new Map(find(model, 'SHOP.all_types').columns.map((column) => [column.name, column]));
    expect(columns.get('c_enum')).toMatchObject({
      type: `ENUM('red', 'gr''een', '파랑', 'a,b')`,
      enumValues: ['red', "gr'een", '파랑', 'a,b'],
      enumValuesExact: false,
    });
    expect(columns.get('c_enum_ci')).toMatchObject({ enumValues: ['x', 'y'], enumValuesExact: true });
    expect(columns.get('c_json_schema')?.jsonSchema).toBe('{"type":"object","required":["a"]}');
  });

  it.each([
    // READER owns no serial and is in the groups STAFF and PUBLIC, which own none.
    ['dba', 62, ['ARCHIVE.order_no', 'SHOP.down_no', 'SHOP.order_no'], 3],
    ['reader', 17, [], 3],
    ['nobody_here', 2, [], 0],
  ] as const)('filters serials and triggers for %s', async (user, objects, serials, triggers) => {
    const model = await readWhole(user);
    expect(model.objects).toHaveLength(objects);
    expect(model.serials.map(objectKey)).toEqual(serials);
    expect(model.objects.flatMap((object) => object.triggers)).toHaveLength(triggers);
  });

  it('tells text from functions and cut defaults from whole ones', async () => {
    const model = await readWhole('dba');
    const columns = new Map(
      ['SHOP.defaults', 'SHOP.defaults2', 'SHOP.long_default']
        .flatMap((key) => find(model, key).columns)
        .map((column) => [column.name, column.default]),
    );
    expect(columns.get('d_str_fn')).toEqual({ sql: "'CURRENT_USER'", kind: 'literal' });
    expect(columns.get('d_curuser')).toEqual({ sql: 'CURRENT_USER', kind: 'expression' });
    expect(columns.get('d_tochar')).toEqual({ sql: "TO_CHAR(SYS_DATE, 'YYYY/MM/DD')", kind: 'expression' });
    expect(columns.get('h')).toEqual({ sql: "{'a', 'b'}", kind: 'literal' });
    expect(columns.get('d')).toEqual({ sql: "'x ON UPDATE CURRENT_TIMESTAMP'", kind: 'literal' });
    const long = columns.get('a');
    expect(long?.sql).toHaveLength(402);
    expect(long).not.toHaveProperty('truncated');
  });

  it('lists keys of other tables both ways', async () => {
    const model = await readWhole('dba');
    expect(find(model, 'SHOP.secret_parent').referencedBy).toEqual([
      {
        owner: 'SHOP',
        table: 'open_child',
        name: 'fk_open_secret',
        columns: ['sp'],
        references: ['id'],
        onDelete: 'RESTRICT',
        onUpdate: 'SET NULL',
      },
    ]);
    expect(find(model, 'SHOP.customer').referencedBy).toHaveLength(3);
  });

  it.each([
    ['dba', 'names', 7],
    ['dba', 'summary', 13],
    ['dba', 'full', 19],
    ['reader', 'names', 8],
    ['reader', 'summary', 13],
    ['reader', 'full', 17],
  ] as const)('needs a fixed number of statements for %s, %s', async (user, detail, count) => {
    const connection = connectCatalog(user);
    await new SchemaReader().read(connection, { detail, timeoutMs: 0 });
    const fixed = connection.log.filter((sql) => !/^(?:SHOW |SET |ROLLBACK)/.test(sql));
    expect(fixed).toHaveLength(count);
    expect(connection.log.filter((sql) => sql.startsWith('SHOW ')).length === 0).toBe(detail === 'names');
    expect(connection.log.join()).not.toContain('key_count');
  });

  it('sets the lock time-out before the first SHOW and rolls back after every one', async () => {
    const connection = connectCatalog('dba');
    await new SchemaReader().read(connection, { detail: 'full', timeoutMs: 0 });
    const tail = connection.log.slice(connection.log.findIndex((sql) => sql.startsWith('SET ')));
    expect(tail[0]).toBe('SET TRANSACTION LOCK TIMEOUT 2');
    const shows = tail.slice(1);
    expect(shows).toHaveLength(26);
    expect(
      shows.every((sql, at) => (at % 2 === 0 ? sql.startsWith('SHOW CREATE TABLE [') : sql === 'ROLLBACK')),
    ).toBe(true);
  });

  it('shows at detail summary where foreign keys point, one statement for each table that has one', async () => {
    const connection = connectCatalog('dba');
    const model = await new SchemaReader().read(connection, { detail: 'summary', timeoutMs: 0 });
    expect(model).toMatchObject({ foreignKeys: 'complete', complete: true, notes: [] });
    const keys = model.objects.filter(({ foreignKeys }) => foreignKeys.some(({ inherited }) => !inherited));
    expect(connection.log.filter((sql) => sql.startsWith('SHOW ')).length).toBe(keys.length);
    expect(printSchemaText(model)).toContain('FOREIGN KEY (y, o, l) REFERENCES SHOP.order_line');
    const one = await new SchemaReader().read(connectCatalog('dba'), {
      detail: 'summary',
      object: 'shop.shipment_line',
      timeoutMs: 0,
    });
    expect(find(one, 'SHOP.shipment_line').foreignKeys[0]?.references?.table).toBe('order_line');
  });

  it('marks a view that does not compile, when it is asked for alone', async () => {
    const show = 'SHOW CREATE VIEW [shop].[v_broken]';
    const said = 'Semantic: before \'  [shop.to_be_dropped]\'\nUnknown class "shop.to_be_dropped". select …';
    const connection = connectCatalog('dba', { extra: { [show]: new EngineError('CoraDB', -494, said) } });
    const model = await new SchemaReader().read(connection, {
      detail: 'full',
      object: 'shop.v_broken',
      timeoutMs: 0,
    });
    expect(find(model, 'SHOP.v_broken').broken).toBe('Unknown class "shop.to_be_dropped"');
    expect(connection.log[connection.log.indexOf(show) + 1]).toBe('ROLLBACK');
  });

  it('says at detail summary which foreign keys the time left out', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-30T12:00:00Z') });
    const connection = connectCatalog('reader', {
      onPrepare: (sql) =>
        void (sql === 'SHOW CREATE TABLE [shop].[customer]' && vi.advanceTimersByTime(9_600)),
    });
    const model = await new SchemaReader().read(connection, { detail: 'summary', timeoutMs: 10_000 });
    expect(model).toMatchObject({ foreignKeys: 'partial', complete: false });
    expect(model.notes[0]).toMatch(
      /^The time limit left no time to read the foreign keys of SHOP\.open_child, /,
    );
  });

  it('notes a table that another session is changing and goes on', async () => {
    const show = 'SHOW CREATE TABLE [shop].[open_child]';
    const locked = new EngineError('CoraDB', -74, 'Your transaction timed out waiting on SCH_S_LOCK lock.');
    const connection = connectCatalog('dba', { extra: { [show]: locked } });
    const model = await new SchemaReader().read(connection, { detail: 'full', timeoutMs: 0 });
    expect(model).toMatchObject({ complete: false, foreignKeys: 'partial' });
    expect(model.notes).toEqual([
      'Foreign keys and some defaults of SHOP.open_child were not read: another session is changing it',
    ]);
    expect(find(model, 'SHOP.open_child').foreignKeys[0]?.references).toBeNull();
    expect(find(model, 'SHOP.shipment_line').foreignKeys[0]?.references?.table).toBe('order_line');
    expect(connection.log[connection.log.indexOf(show) + 1]).toBe('ROLLBACK');
  });

  it('stops reading foreign keys when the time is nearly up and names the tables left', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-30T12:00:00Z') });
    const connection = connectCatalog('reader', {
      onPrepare: (sql) =>
        void (sql === 'SHOW CREATE TABLE [shop].[all_types]' && vi.advanceTimersByTime(9_600)),
    });
    const model = await new SchemaReader().read(connection, { detail: 'full', timeoutMs: 10_000 });
    expect(model.notes).toEqual([
      'The time limit left no time to read the foreign keys of SHOP.customer, SHOP.defaults, SHOP.defaults2, SHOP.open_child, SHOP.shipment_line, SHOP.고객.',
    ]);
    expect(model.foreignKeys).toBe('partial');
  });

  describe.each(USERS)('as %s', (user) => {
    it.each(['names', 'summary', 'full'] as const)(
      'prints the same text, JSON and diagram at detail %s',
      async (detail) => {
        const model = await readWhole(user, detail);
        const file = (ending: string): string =>
          `../../../../test/fixtures/catalog/expected/${user}-${detail}.${ending}`;
        await expect(`${printSchemaText(model)}\n`).toMatchFileSnapshot(file('txt'));
        await expect(`${printSchemaJson(model)}\n`).toMatchFileSnapshot(file('json'));
        await expect(`${printSchemaMermaid(model)}\n`).toMatchFileSnapshot(file('mmd'));
      },
    );
  });
});
