import { z } from 'zod';
import { strictObject } from './strict-object.js';

/** Most SQL text a call may hold, in characters: the engine's compile time grows faster than the text (facts, "Limits"). */
export const MAX_SQL_CHARS = 8_000_000;

const MAX_PORT = 65_535;
const MAX_MS = 86_400_000;

/** Login inputs that every database tool takes. */
export const loginShape = {
  database: z.string().min(1).max(255).describe('Database name'),
  host: z.string().min(1).max(1024).optional().describe('Broker host'),
  port: z.int().min(1).max(MAX_PORT).optional().describe('Broker port'),
  user: z.string().min(1).max(255).optional().describe('Default: dba'),
  password: z.string().max(1024).optional().describe('Default: empty'),
};

const jsonScalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A bind parameter: a JSON value, or an SQL type with the value as text (binary as hex). */
const parameter = z.union([
  jsonScalar,
  z.strictObject({ type: z.string().min(1).max(40), value: jsonScalar }),
]);

const sqlShape = (statements: string) => ({
  sql: z.string().max(MAX_SQL_CHARS).describe(`${statements} separated by ;`),
  ...loginShape,
});

const runShape = {
  maxRows: z.int().min(1).max(1_000_000).optional().describe('Rows returned per SELECT'),
  startRow: z
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe(
      'First row to return, from 1: pass nextRow of the last reply. Pages are separate snapshots; use ORDER BY',
    ),
  timeoutMs: z.int().min(1).max(MAX_MS).optional().describe('Time limit of the call in ms'),
  params: z
    .array(parameter)
    .max(10_000)
    .optional()
    .describe(
      'Values for ? (one statement only); {type,value} names an SQL type, e.g. NUMERIC, DATE, VARBIT (hex)',
    ),
};

export const ConnectionInfoInput = strictObject(loginShape);

export const ExecuteSelectInput = strictObject({ ...sqlShape('SELECT statements'), ...runShape });

export const ExecuteSqlInput = strictObject({
  ...sqlShape('Statements'),
  dryRun: z.boolean().default(false).describe('true: run everything, then roll it back'),
  ...runShape,
});

export const ExplainQueryInput = strictObject({
  ...sqlShape('SELECT statements'),
  timeoutMs: runShape.timeoutMs,
});

export const DescribeSchemaInput = strictObject({
  object: z.string().min(1).max(600).optional().describe('One table, view, vertex or edge table; any case'),
  format: z.enum(['text', 'json']).default('text'),
  refresh: z.boolean().default(false).describe('true: read the catalog again'),
  ...loginShape,
});

export type LoginInput = z.infer<typeof ConnectionInfoInput>;
export type ExecuteSelectArguments = z.infer<typeof ExecuteSelectInput>;
export type ExecuteSqlArguments = z.infer<typeof ExecuteSqlInput>;
export type ExplainQueryArguments = z.infer<typeof ExplainQueryInput>;
export type DescribeSchemaArguments = z.infer<typeof DescribeSchemaInput>;
