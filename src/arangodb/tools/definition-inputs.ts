import { z } from 'zod';
import { strictObject } from '../../mcp/tools/strict-object.js';
import { collectionShape, name, text } from './inputs.js';

/** The names of properties are ArangoDB's own, so that they go to the server as they are. */
export const CreateCollectionInput = strictObject({
  ...collectionShape,
  type: z.enum(['document', 'edge']).default('document'),
  waitForSync: z.boolean().optional(),
  keyOptions: z
    .strictObject({
      type: z.enum(['traditional', 'autoincrement', 'uuid', 'padded']).optional(),
      allowUserKeys: z.boolean().optional(),
      increment: z.int().min(1).max(1_000_000).optional(),
      offset: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    })
    .optional(),
  schema: z
    .strictObject({
      rule: z.record(z.string(), z.unknown()).describe('JSON Schema'),
      level: z.enum(['none', 'new', 'moderate', 'strict']).optional(),
      message: z.string().max(1_000).optional(),
    })
    .optional(),
  numberOfShards: z.int().min(1).max(1_000).optional(),
  replicationFactor: z.union([z.int().min(1).max(10), z.literal('satellite')]).optional(),
});

const field = z.union([text(512), z.strictObject({ name: text(512), analyzer: text(254).optional() })]);

export const CreateIndexInput = strictObject({
  ...collectionShape,
  type: z.enum(['persistent', 'ttl', 'geo', 'fulltext', 'inverted', 'mdi', 'mdi-prefixed']),
  fields: z.array(field).min(1).max(32).describe('Attribute paths; inverted: with analyzer'),
  name: name.optional(),
  unique: z.boolean().optional(),
  sparse: z.boolean().optional(),
  inBackground: z.boolean().optional(),
  storedValues: z.array(text(512)).max(32).optional(),
  expireAfter: z.int().min(0).max(2_147_483_647).optional().describe('ttl: seconds'),
  geoJson: z.boolean().optional(),
  minLength: z.int().min(1).max(256).optional().describe('fulltext'),
  analyzer: text(254).optional().describe('inverted'),
  fieldValueTypes: z.literal('double').optional().describe('mdi, mdi-prefixed: required'),
  prefixFields: z.array(text(512)).max(32).optional().describe('mdi-prefixed'),
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
