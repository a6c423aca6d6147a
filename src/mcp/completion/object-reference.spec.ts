import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseObjectName } from '../../driver/model/object-name.js';
import { emptyObject, type SchemaModel } from '../../driver/model/schema-model.js';
import { objectReference, objectReferences } from './object-reference.js';

const modelOf = (user: string, names: readonly (readonly [string, string])[]): SchemaModel =>
  ({
    user,
    objects: names.map(([owner, name]) => emptyObject('table', 'CLASS', owner, name)),
    synonyms: [{ owner: 'APP', name: 'Alias', targetOwner: 'SHOP', targetName: 'customer', public: false }],
  }) as unknown as SchemaModel;

describe('how an object is written', () => {
  it.each([
    ['product', 'product'],
    ['two words', 'two words'],
    ['a"b', 'a"b'],
    ['a/b', 'a/b'],
    ['a.b', 'SHOP.a.b'],
    ['[x', '"[x"'],
    ['"x"', '["x"]'],
    ['`x', '[`x]'],
  ])('%s is written %s', (name, reference) => {
    expect(objectReference({ owner: 'SHOP', name }, true)).toBe(reference);
  });

  it('has its owner where the name alone would stand for another object', () => {
    const names = [
      ['APP', 'orders'],
      ['SHOP', 'orders'],
      ['SHOP', 'customer'],
      ['SHOP', 'alias'],
    ] as const;
    expect(objectReferences(modelOf('APP', names))).toEqual([
      'orders',
      'SHOP.orders',
      'customer',
      'SHOP.alias',
    ]);
  });

  it('is read back as the same name', () => {
    const owner = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,20}$/);
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter(
      // One of the three pairs of quotes must be free when the name begins with a quote.
      (text) => !/^[["`]/.test(text) || [/[[\]]/, /"/, /`/].some((quote) => !quote.test(text)),
    );
    fc.assert(
      fc.property(owner, name, fc.boolean(), (of, called, isPlain) => {
        const read = parseObjectName(objectReference({ owner: of, name: called }, isPlain));
        expect(read.name).toBe(called);
        expect(read.owner ?? of).toBe(of);
      }),
      { numRuns: 500 },
    );
  });
});
