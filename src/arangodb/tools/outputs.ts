import { z } from 'zod';

const error = z.looseObject({ layer: z.string(), message: z.string() }).optional();

/** Every reply of an ArangoDB tool; what else it holds depends on the tool. */
export const ArangoOutput = z.looseObject({ database: z.string().optional(), error });

/** Replies that hold rows. */
export const RowsOutput = z.looseObject({
  database: z.string().optional(),
  rows: z.array(z.unknown()).optional(),
  count: z.number().optional(),
  limit: z.number().optional(),
  hasMore: z.boolean().optional(),
  error,
});
