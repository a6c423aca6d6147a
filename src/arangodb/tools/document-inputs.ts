import { z } from 'zod';
import { strictObject } from '../../mcp/server/strict-object.js';
import { collectionShape, dryRunShape, integers, jsonObject, key, list } from './inputs.js';

/** Most documents in one call. */
const MAX_DOCUMENTS = 1_000;

const keyed = z.looseObject({ _key: key, _rev: z.string().optional() });

const returnOld = z.boolean().default(false);
const returnNew = z.boolean().default(false);

const checkRevision = z.boolean().default(false).describe('Refuse where _rev has changed');

const keyedShape = {
  ...collectionShape,
  documents: list(keyed, 1, MAX_DOCUMENTS).describe('Each with its _key'),
  integers: integers,
  checkRevision,
  returnOld,
  returnNew,
  ...dryRunShape,
};

export const InsertInput = strictObject({
  ...collectionShape,
  documents: list(jsonObject, 1, MAX_DOCUMENTS),
  integers: integers,
  overwriteMode: z.enum(['conflict', 'ignore', 'replace', 'update']).optional(),
  returnOld,
  returnNew,
  ...dryRunShape,
});

export const UpdateInput = strictObject({
  ...keyedShape,
  keepNull: z.boolean().optional().describe('false: an attribute given as null is removed'),
  mergeObjects: z.boolean().optional().describe('false: objects are replaced, not merged'),
});

export const ReplaceInput = strictObject(keyedShape);

export const RemoveInput = strictObject({
  ...collectionShape,
  documents: list(z.strictObject({ _key: key, _rev: z.string().optional() }), 1, MAX_DOCUMENTS),
  checkRevision,
  returnOld,
  ...dryRunShape,
});
