import { z } from 'zod';
import type { Parameter } from '../../driver/value.js';
import { isParameter, MAX_MS, MAX_PARAMETERS, MAX_ROW, MAX_SQL_CHARS } from '../../execution/call-request.js';
import { strictObject } from '../server/strict-object.js';

const MAX_PORT = 65_535;

/**
 * A short text. The length is checked but not advertised: each definition is sent to a model with every
 * conversation, and bounds that nobody reaches cost tokens.
 */
const text = (maxChars: number) =>
  z.string().refine((value) => value.length > 0 && value.length <= maxChars, {
    error: `must have 1 to ${maxChars} characters`,
  });

export const databaseName = text(255);

/** Login inputs that every database tool takes; `nameDatabases` completes the definition of `database`. */
const loginShape = {
  database: databaseName.optional(),
  host: text(1024).optional(),
  port: z.int().min(1).max(MAX_PORT).optional(),
  user: text(255).optional().describe('Default: dba'),
  password: z
    .string()
    .refine((value) => value.length <= 1024, { error: 'must have at most 1024 characters' })
    .optional(),
};

/**
 * A bind parameter: a JSON value, or `{ type, value }` with an SQL type and the value as text (binary as hex). Its
 * definition names no type: model APIs refuse a list of types and alternatives below `items`.
 */
const parameter = z
  .unknown()
  .refine(isParameter, {
    error: 'must be a string, number, boolean, null or {"type": "<SQL type>", "value": …}',
  })
  .describe('A JSON value or {type,value}') as unknown as z.ZodType<Parameter>;

const sqlShape = (statements: string) => ({
  sql: z
    .string()
    .refine((value) => value.length <= MAX_SQL_CHARS, {
      error: `must have at most ${MAX_SQL_CHARS} characters`,
    })
    .describe(`${statements} in CoraDB's SQL (as CUBRID's, MySQL's), separated by ;`),
  ...loginShape,
});

const runShape = {
  maxRows: z.int().min(1).max(1_000_000).optional().describe('Rows returned per SELECT'),
  startRow: z
    .int()
    .min(1)
    .max(MAX_ROW)
    .optional()
    .describe('First row to return: nextRow of the last reply. Pages are separate snapshots; use ORDER BY'),
  timeoutMs: z.int().min(1).max(MAX_MS).optional().describe('Limit of the call'),
  params: z
    .array(parameter)
    .refine((list) => list.length <= MAX_PARAMETERS, { error: `must have at most ${MAX_PARAMETERS} values` })
    .optional()
    .describe(
      'Values for ? (one statement only); {type,value} names an SQL type: NUMERIC, DATE, VARBIT (hex) …',
    ),
};

export const ConnectionInfoInput = strictObject(loginShape);

export const ExecuteSelectInput = strictObject({ ...sqlShape('SELECTs'), ...runShape });

export const ExecuteSqlInput = strictObject({
  ...sqlShape('Statements'),
  dryRun: z.boolean().default(false).describe('Run everything, then roll it back'),
  ...runShape,
});

export const ExplainQueryInput = strictObject({
  ...sqlShape('SELECTs'),
  format: z.enum(['tree', 'text', 'mermaid']).default('tree').describe('text: only what the engine prints'),
  timeoutMs: runShape.timeoutMs,
});

export const DescribeSchemaInput = strictObject({
  object: text(600).optional().describe('One table, view, vertex or edge table'),
  search: text(200).optional().describe('Pattern (*, ?) over names and comments'),
  detail: z.enum(['names', 'summary', 'full']).default('full'),
  format: z.enum(['text', 'json', 'mermaid']).default('text'),
  startObject: z.int().min(1).default(1).describe('nextObject of the last reply'),
  refresh: z.boolean().default(false).describe('Read the catalog again'),
  ...loginShape,
});

export type LoginInput = z.infer<typeof ConnectionInfoInput>;
export type ExecuteSelectArguments = z.infer<typeof ExecuteSelectInput>;
export type ExecuteSqlArguments = z.infer<typeof ExecuteSqlInput>;
export type ExplainQueryArguments = z.infer<typeof ExplainQueryInput>;
export type DescribeSchemaArguments = z.infer<typeof DescribeSchemaInput>;
