import { z } from 'zod';
import { isPlainName } from '../../address/plain-name.js';
import { isDocumentKey } from '../names.js';

/** Most AQL text a call may hold, in characters. */
const MAX_AQL_CHARS = 1_000_000;

/** What only ArangoDB's own ids begin with: a collection can be reached by its number as well. */
const NOT_AN_ID = /^[^0-9]/;

export const name = z.string().min(1).max(256).refine(isPlainName, 'must be a plain name');

/** Of a collection or a view. */
export const dataSource = name.regex(NOT_AN_ID, 'must be a name, not a number');

export const key = z.string().min(1).max(254).refine(isDocumentKey, 'must be a document key');

/** `collection/key`; only ever sent as a value. */
export const documentId = z
  .string()
  .min(3)
  .max(512)
  .regex(/^[^/]+\/[^/]+$/, 'must be collection/key');

/** In seconds; what a call may ask for is checked against the settings, which the definition cannot know. */
export const maxRuntime = z.number().positive().optional().describe('Seconds');

/** What every tool takes. */
export const databaseShape = {
  database: name.optional().describe('Default: see arango_list_databases'),
  maxRuntime,
};

export const collectionShape = { collection: dataSource, ...databaseShape };

export const limitShape = {
  limit: z.int().min(1).optional().describe('Rows returned at most'),
};

export const runShape = {
  ...limitShape,
  memoryLimit: z.int().min(1).optional().describe('Bytes'),
};

export const aqlShape = {
  query: z.string().min(1).max(MAX_AQL_CHARS).describe('AQL'),
};

export const bindVarsShape = {
  bindVars: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Values for @name; a collection name for @@name has the key "@name"'),
  integers: z
    .array(z.string().min(1).max(512))
    .max(100)
    .optional()
    .describe('Paths (n, a.b) whose text is sent as a whole number: the way to give one beyond 2^53'),
};

export const dryRunShape = {
  dryRun: z.boolean().default(false).describe('true: do it in a transaction, then roll it back'),
};
