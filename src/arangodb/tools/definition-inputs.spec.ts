import { expect, it } from 'vitest';
import { CreateCollectionInput, CreateIndexInput } from './definition-inputs.js';

const INDEX = { collection: 'shop', type: 'inverted' };
const COLLECTION = { collection: 'shop' };

it.each([
  ['fields', ['a', { name: 'b', analyzer: 'text_en' }]],
  ['fieldValueTypes', 'double'],
])('an index may have %s %j', (name, value) => {
  const parsed = CreateIndexInput.parse({ ...INDEX, fields: ['a'], [name]: value });
  expect(parsed).toMatchObject({ [name]: value });
});

it.each([
  ['fields', []],
  ['fields', ['']],
  ['fields', [7]],
  ['fields', [null]],
  ['fields', [{ analyzer: 'text_en' }]],
  ['fields', [{ name: 'a', analyser: 'text_en' }]],
  ['fieldValueTypes', 'float'],
])('an index may not have %s %j', (name, value) => {
  const { success } = CreateIndexInput.safeParse({ ...INDEX, fields: ['a'], [name]: value });
  expect(success).toBe(false);
});

it.each([
  [3, true],
  ['satellite', true],
  [0, false],
  ['3', false],
  ['Satellite', false],
])('replicationFactor %j: %s', (replicationFactor, success) => {
  expect(CreateCollectionInput.safeParse({ ...COLLECTION, replicationFactor }).success).toBe(success);
});
