import { describe, expect, it } from 'vitest';
import { connectCatalog } from '../../../test/helpers/catalog-connection.js';
import { parseObjectName } from './object-name.js';
import { objectKey } from './schema-model.js';
import { SchemaReader } from '../../schema/schema-service.js';
import { searchObjects } from './select-objects.js';

const model = await new SchemaReader().read(connectCatalog('reader'), { detail: 'summary', timeoutMs: 0 });

describe('searching objects', () => {
  it.each([
    ['CUSTOMER', ['ARCHIVE.customer', 'SHOP.customer']],
    ['v_%', ['ARCHIVE.v_cross', 'SHOP.v_broken', 'SHOP.v_check', 'SHOP.v_simple']],
    ['open?child', ['SHOP.open_child']],
    ['SHOP.s*', ['SHOP.sales', 'SHOP.shipment_line']],
    // A comment of a table, a name of a column, a comment of a column.
    ['people who', ['SHOP.customer']],
    ['snapshot_date', ['ARCHIVE.customer']],
    ['이름', ['SHOP.고객']],
    ['full name, it%', ['SHOP.customer']],
    ['nothing like it', []],
  ])('finds %s', (pattern, keys) => {
    expect(searchObjects(model.objects, pattern).map(objectKey)).toEqual(keys);
  });

  it('takes time in proportion to text and pattern, whatever the pattern', () => {
    const object = { ...model.objects[0]!, comment: 'a'.repeat(2_048) };
    const start = performance.now();
    expect(searchObjects([object], `${'%a'.repeat(500)}b`)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('reads only what was found at detail full', async () => {
    const connection = connectCatalog('reader');
    const found = await new SchemaReader().read(connection, {
      detail: 'full',
      search: 'open_',
      timeoutMs: 0,
    });
    expect(found.objects.map(objectKey)).toEqual(['SHOP.open_child']);
    expect(found.objects[0]?.foreignKeys[0]?.references?.table).toBe('secret_parent');
    expect(connection.log.filter((sql) => sql.startsWith('SHOW'))).toEqual([
      'SHOW CREATE TABLE [shop].[open_child]',
    ]);
  });
});

describe('the parts of a name', () => {
  it.each([
    ['t', { name: 't' }],
    ['shop.t', { owner: 'shop', name: 't' }],
    ['[shop].[a b]', { owner: 'shop', name: 'a b' }],
    ['[shop.a b]', { owner: 'shop', name: 'a b' }],
    ['"select"', { name: 'select' }],
    ['`a`.b', { owner: 'a', name: 'b' }],
    ['[trail ]', { name: 'trail ' }],
  ])('%s', (text, parts) => {
    expect(parseObjectName(text)).toEqual(parts);
  });

  it.each(['', '[a', 'shop.[a'])('refuses %j', (text) => {
    expect(() => parseObjectName(text)).toThrow();
  });
});
