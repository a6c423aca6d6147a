import { z } from 'zod';

/** A number or a text; its definition names no type, because model APIs refuse a list of types. */
const errorCode = z.unknown().refine((code) => typeof code === 'number' || typeof code === 'string');

const error = z.looseObject({
  layer: z.string(),
  code: errorCode.optional(),
  message: z.string(),
  hint: z.string().optional(),
});

const column = z.looseObject({
  name: z.string(),
  type: z.string(),
  nullable: z.boolean().optional(),
  precision: z.number().optional(),
  scale: z.number().optional(),
  table: z.string().optional(),
});

const statement = z.looseObject({
  statement: z.number(),
  sql: z.string(),
  type: z.string().optional(),
  columns: z.array(column).optional(),
  rows: z.array(z.array(z.unknown())).optional(),
  totalRows: z.number().optional(),
  truncated: z.boolean().optional(),
  nextRow: z.number().optional(),
  affectedRows: z.number().optional(),
  plan: z.string().optional(),
  observations: z.array(z.string()).optional(),
  failed: z.boolean().optional(),
  skipped: z.boolean().optional(),
});

/** The document of execute_select, execute_sql and explain_query (`CallDocument`). */
export const CallOutput = z.looseObject({
  login: z.string().optional(),
  transaction: z.enum(['committed', 'rolled back', 'unknown']).optional(),
  rolledBackBecause: z.string().optional(),
  stopped: z.enum(['error', 'timeout', 'cancelled']).optional(),
  error: error.optional(),
  elapsedMs: z.number().optional(),
  statements: z.array(statement).optional(),
});

export const ConnectionInfoOutput = z.looseObject({
  login: z.string().optional(),
  engineVersion: z.string().optional(),
  roundTripMs: z.number().optional(),
  error: error.optional(),
});

export const DescribeSchemaOutput = z.looseObject({
  login: z.string().optional(),
  schema: z.unknown().optional(),
  error: error.optional(),
});
