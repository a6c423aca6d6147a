import type { Dialect } from '../dialect.js';
import { readEmbeddedSchema } from './catalog/catalog-reader.js';
import { parseDuckDbPlan } from './plan/duckdb-plan.js';
import { readCounters } from './rules/counters.js';
import { isUnfitValue } from './rules/engine-hints.js';
import { EMBEDDED_LEXICAL } from './rules/lexical.js';
import { EMBEDDED_SQL_RULES } from './rules/sql-rules.js';
import { errorOffset, withoutPlace } from './rules/error-place.js';

/** What is known about the embedded engine: DuckDB, which is given CoraDB's SQL. */
export const EMBEDDED_DIALECT: Dialect = {
  engine: 'DuckDB',
  lexical: EMBEDDED_LEXICAL,
  rules: EMBEDDED_SQL_RULES,
  planOperations: {
    fullScans: new Set(['SEQ_SCAN', 'TABLE_SCAN']),
    // The plan says sequential scan also where the scan then goes through an index.
    decidedLate: new Set(['SEQ_SCAN']),
    crossProducts: new Set(['CROSS_PRODUCT']),
  },
  readSchema: readEmbeddedSchema,
  parsePlan: parseDuckDbPlan,
  errorOffset,
  withoutPlace,
  isUnfitValue,
  readCounters,
};
