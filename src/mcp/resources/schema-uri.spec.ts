import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../errors/call-error.js';
import { parseSchemaUri, schemaUri } from './schema-uri.js';

describe('the URI of a schema', () => {
  it.each([
    [{ database: 'e-commerce', json: false }, 'coradb://e-commerce/schema'],
    [{ database: 'e-commerce', json: true }, 'coradb://e-commerce/schema.json'],
    [{ database: 'shop', object: 'two words', json: false }, 'coradb://shop/schema/two%20words'],
    [{ database: 'shop', object: 'a/b', json: true }, 'coradb://shop/schema.json/a%2Fb'],
    [{ database: 'shop', object: '"x" ?#%', json: false }, 'coradb://shop/schema/%22x%22%20%3F%23%25'],
    [
      { database: '상점', object: '주문', json: false },
      'coradb://%EC%83%81%EC%A0%90/schema/%EC%A3%BC%EB%AC%B8',
    ],
    [{ database: 'shop', object: 'x://y/schema', json: false }, 'coradb://shop/schema/x%3A%2F%2Fy%2Fschema'],
  ])('%j is %s', (address, uri) => {
    expect(schemaUri(address)).toBe(uri);
    expect(parseSchemaUri(uri)).toEqual(address);
  });

  it('may hold characters as they are that need no encoding to be told apart', () => {
    expect(parseSchemaUri('coradb://상점/schema/주문 목록')).toEqual({
      database: '상점',
      object: '주문 목록',
      json: false,
    });
  });

  it('is read back as it was written, whatever the names are', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(name, fc.option(name, { nil: undefined }), fc.boolean(), (database, object, json) => {
        const address = { database, json, ...(object !== undefined && { object }) };
        expect(parseSchemaUri(schemaUri(address))).toEqual(address);
      }),
    );
  });

  it.each([
    'coradb://shop',
    'coradb:///schema',
    'coradb://shop/schema/',
    'coradb://shop/schema/a/b',
    'coradb://shop/SCHEMA',
    'coradb://shop/schema?format=json',
    'coradb://shop/schema/a#b',
    'coradb://user@host/x/schema',
    'http://shop/schema',
    'shop/schema',
    '',
  ])('%s is refused with the forms there are', (uri) => {
    expect(() => parseSchemaUri(uri)).toThrow(InputError);
    expect(() => parseSchemaUri(uri)).toThrow('is not the URI of a resource here');
  });

  it.each([
    ['coradb://shop/schema/%zz', 'The object in the URI, "%zz", is not percent-encoded UTF-8.'],
    ['coradb://%ff/schema', 'The database in the URI, "%ff", is not percent-encoded UTF-8.'],
    ['coradb://shop/schema/\ud800', 'is not percent-encoded UTF-8.'],
    [`coradb://shop/schema/${'x'.repeat(601)}`, 'The object in the URI has more than 600 characters.'],
  ])('%s is refused with what is wrong', (uri, message) => {
    expect(() => parseSchemaUri(uri)).toThrow(message);
  });
});
