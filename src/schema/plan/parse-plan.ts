import type { Connection } from '../../driver/driver.js';
import { parseCubridPlan } from '../../driver/coradb/plan/cubrid-plan.js';
import { parseDuckDbPlan } from '../../driver/embedded/plan/duckdb-plan.js';
import type { PlanBlock, QueryPlan } from '../../driver/model/plan-tree.js';
import { observePlan } from './plan-observations.js';

/**
 * Reads the plan text of `Connection.plan`. Never throws: what is not understood is in `raw` only, and a text of
 * another shape gives no blocks. An empty text means that the engine shows no plan for the statement.
 *
 * @example
 * const plan = parsePlan(connection.dialect, await connection.plan(sql, { timeoutMs: 5_000 }));
 */
export function parsePlan(dialect: Connection['dialect'], raw: string): QueryPlan {
  const blocks = readBlocks(dialect, raw);
  return {
    engine: dialect === 'duckdb' ? 'DuckDB' : 'CoraDB',
    blocks,
    observations: observePlan(blocks),
    raw,
  };
}

function readBlocks(dialect: Connection['dialect'], raw: string): readonly PlanBlock[] {
  try {
    return dialect === 'duckdb' ? parseDuckDbPlan(raw) : parseCubridPlan(raw);
  } catch {
    return [];
  }
}
