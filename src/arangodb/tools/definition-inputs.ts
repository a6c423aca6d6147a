import { z } from 'zod';
import { strictObject } from '../../mcp/server/strict-object.js';
import { collectionShape, jsonObject, list, name, text, whole } from './inputs.js';

/** The names of properties are ArangoDB's own, so that they go to the server as they are. */
export const CreateCollectionInput = strictObject({
  ...collectionShape,
  type: z.enum(['document', 'edge']).default('document'),
  waitForSync: z.boolean().optional(),
  keyOptions: z
    .strictObject({
      type: z.enum(['traditional', 'autoincrement', 'uuid', 'padded']).optional(),
      allowUserKeys: z.boolean().optional(),
      increment: whole(1).optional(),
      offset: whole(0).optional(),
    })
    .optional(),
  schema: z
    .strictObject({
      rule: jsonObject.describe('JSON Schema'),
      level: z.enum(['none', 'new', 'moderate', 'strict']).optional(),
      message: text(1_000).optional(),
    })
    .optional(),
  numberOfShards: whole(1).optional(),
  replicationFactor: z.union([whole(1), z.enum(['satellite'])]).optional(),
});

/** A path, or one with its analyzer. Its definition names neither: model APIs refuse alternatives below `items`. */
const field = z
  .unknown()
  .pipe(z.union([text(512), z.strictObject({ name: text(512), analyzer: text(254).optional() })]))
  .describe('Path; inverted: or {name,analyzer}');

export const CreateIndexInput = strictObject({
  ...collectionShape,
  type: z.enum(['persistent', 'ttl', 'geo', 'fulltext', 'inverted', 'mdi', 'mdi-prefixed']),
  fields: list(field, 1, 32),
  name: name.optional(),
  unique: z.boolean().optional(),
  sparse: z.boolean().optional(),
  inBackground: z.boolean().optional(),
  storedValues: list(text(512), 0, 32).optional(),
  expireAfter: whole(0).optional().describe('ttl: seconds'),
  geoJson: z.boolean().optional(),
  minLength: whole(1).optional().describe('fulltext'),
  analyzer: text(254).optional().describe('inverted'),
  fieldValueTypes: z.enum(['double']).optional().describe('mdi: required'),
  prefixFields: list(text(512), 0, 32).optional().describe('mdi-prefixed'),
});

export const DropCollectionInput = strictObject({
  ...collectionShape,
  confirm: z.boolean().default(false).describe('Must be true'),
});

export const DropIndexInput = strictObject({
  ...collectionShape,
  index: name,
  confirm: z.boolean().default(false).describe('Must be true'),
});
