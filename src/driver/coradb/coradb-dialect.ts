import type { Dialect } from '../dialect.js';
import { readCoradbSchema } from './catalog/catalog-reader.js';
import { parseCubridPlan } from './plan/cubrid-plan.js';
import { hiddenEffects } from './plan/hidden-effects.js';
import { isUnfitValue } from './rules/engine-hints.js';
import { CORADB_SQL_RULES } from './rules/sql-rules.js';
import { errorOffset } from './rules/error-place.js';

/** What is known about CoraDB, over the built-in client and over a driver package alike. */
export const CORADB_DIALECT: Dialect = {
  engine: 'CoraDB',
  rules: CORADB_SQL_RULES,
  hiddenEffects,
  planOperations: {
    fullScans: new Set(['sscan']),
    decidedLate: new Set(),
    crossProducts: new Set(['nl-join (cross join)']),
  },
  readSchema: readCoradbSchema,
  parsePlan: parseCubridPlan,
  errorOffset,
  isUnfitValue,
};
