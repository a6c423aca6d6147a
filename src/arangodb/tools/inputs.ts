import { z } from 'zod';
import { isPlainName } from '../../address/plain-name.js';
import { isDocumentKey } from '../names.js';

/** Most AQL text a call may hold, in characters. */
const MAX_AQL_CHARS = 1_000_000;
/** The longest time limit the settings allow, in seconds. */
const MAX_RUNTIME_S = 86_400;

export const name = z.string().min(1).max(256).refine(isPlainName, 'must be a plain name');

export const key = z.string().min(1).max(254).refine(isDocumentKey, 'must be a document key');

/** `collection/key`; only ever sent as a value. */
export const documentId = z
  .string()
  .min(3)
  .max(512)
  .regex(/^[^/]+\/[^/]+$/, 'must be collection/key');

export const databaseShape = { database: name.optional().describe('Default: see arango_list_databases') };

export const collectionShape = { collection: name, ...databaseShape };

export const limitShape = {
  limit: z.int().min(1).max(1_000_000).optional().describe('Rows returned at most'),
};

export const runShape = {
  ...limitShape,
  maxRuntime: z.number().positive().max(MAX_RUNTIME_S).optional().describe('Time limit in seconds'),
  memoryLimit: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional().describe('Memory limit in bytes'),
};

export const aqlShape = {
  query: z.string().min(1).max(MAX_AQL_CHARS).describe('AQL'),
};

export const bindVarsShape = {
  bindVars: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Values for @name; a collection name for @@name has the key "@name"'),
};

export const dryRunShape = {
  dryRun: z.boolean().default(false).describe('true: do it in a transaction, then roll it back'),
};
