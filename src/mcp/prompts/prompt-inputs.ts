import { z } from 'zod';
import { databaseName, DescribeSchemaInput } from '../tools/inputs.js';
import { strictObject } from '../server/strict-object.js';

/** Longest question, change or query, in characters. */
const MAX_TEXT_CHARS = 20_000;
const MAX_COLUMN_CHARS = 255;

const written = (most: number) =>
  z.string().refine((value) => value.trim() !== '' && value.length <= most, {
    error: `must have 1 to ${most} characters`,
  });

const database = databaseName.describe('Name of the database');
const object = DescribeSchemaInput.shape.object.unwrap().describe('Table, view, vertex or edge table');

export const ExploreDatabaseInput = strictObject({
  database,
  search: DescribeSchemaInput.shape.search.describe('Pattern over names and comments, to look at a part'),
});

export const DescribeTableInput = strictObject({ database, object });

export const WriteQueryInput = strictObject({
  database,
  question: written(MAX_TEXT_CHARS).describe('What the query shall answer'),
  object: object.optional().describe('Table to start from'),
});

export const ImproveQueryInput = strictObject({
  database,
  sql: written(MAX_TEXT_CHARS).describe('The SELECT to explain and improve'),
});

export const FindIndexCandidatesInput = strictObject({
  database,
  object,
  column: written(MAX_COLUMN_CHARS).optional().describe('Column that queries filter or join by'),
});

export const PlanSafeChangeInput = strictObject({
  database,
  change: written(MAX_TEXT_CHARS).describe('What shall be changed'),
  object: object.optional().describe('Table that is changed'),
});

export type ExploreDatabaseArguments = z.infer<typeof ExploreDatabaseInput>;
export type DescribeTableArguments = z.infer<typeof DescribeTableInput>;
export type WriteQueryArguments = z.infer<typeof WriteQueryInput>;
export type ImproveQueryArguments = z.infer<typeof ImproveQueryInput>;
export type FindIndexCandidatesArguments = z.infer<typeof FindIndexCandidatesInput>;
export type PlanSafeChangeArguments = z.infer<typeof PlanSafeChangeInput>;
