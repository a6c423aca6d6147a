import { z } from 'zod';
import { isPlainName } from '../../address/plain-name.js';
import { isDocumentKey } from '../names.js';

/** Most AQL text a call may hold, in characters. */
const MAX_AQL_CHARS = 1_000_000;

/** What only ArangoDB's own ids begin with: a collection can be reached by its number as well. */
const NOT_AN_ID = /^[^0-9]/;

/** Lengths are checked and not told: a definition that says them costs every client and helps none. */
export function text(maxChars: number): z.ZodString {
  return z
    .string()
    .refine((value) => value !== '' && value.length <= maxChars, `must have 1 to ${maxChars} characters`);
}

/** A list; how many elements it may have is checked and not told. */
export function list<T extends z.ZodType>(element: T, min: number, max: number): z.ZodArray<T> {
  return z
    .array(element)
    .refine(({ length }) => length >= min && length <= max, `must have ${min} to ${max} elements`);
}

/** Any JSON object; a record of zod would tell a client three times as much to say no more. */
export const jsonObject = z
  .unknown()
  .refine(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  )
  .meta({ type: 'object' }) as unknown as z.ZodType<Record<string, unknown>, Record<string, unknown>>;

export const name = text(256).refine(isPlainName, 'must be a plain name');

/** Of a collection or a view. */
export const dataSource = name.refine((value) => NOT_AN_ID.test(value), 'must be a name, not a number');

export const key = text(254).refine(isDocumentKey, 'must be a document key');

/** `collection/key`; only ever sent as a value. */
export const documentId = text(512).refine((value) => /^[^/]+\/[^/]+$/.test(value), 'must be collection/key');

/** A whole number of at least `min`. */
export function whole(min: number): z.ZodNumber {
  return z
    .number()
    .refine((value) => Number.isSafeInteger(value) && value >= min, `must be a whole number from ${min} on`)
    .meta({ type: 'integer' });
}

/** In seconds; what a call may ask for is checked against the settings, which the definition cannot know. */
export const maxRuntime = z
  .number()
  .refine((value) => value > 0, 'must be more than 0')
  .optional();

/** What every tool takes. */
export const databaseShape = {
  database: name.optional(),
  maxRuntime,
};

export const collectionShape = { collection: dataSource, ...databaseShape };

export const runShape = {
  limit: whole(1).optional(),
  memoryLimit: whole(1).optional(),
};

/**
 * Paths such as `n` or `a.b` whose text is sent as a whole number. What it is for stands in the instructions and in the
 * errors that ask for it.
 */
export const integers = z.array(text(512)).optional();

export const aqlShape = {
  query: text(MAX_AQL_CHARS),
};

export const bindVarsShape = {
  bindVars: jsonObject
    .optional()
    .describe('Values for @name; a collection name for @@name has the key "@name"'),
  integers,
};

export const dryRunShape = {
  dryRun: z.boolean().default(false),
};
