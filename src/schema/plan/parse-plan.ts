import type { Dialect } from '../../driver/dialect.js';
import type { PlanBlock, QueryPlan } from '../../driver/model/plan-tree.js';
import { observePlan } from './plan-observations.js';

/**
 * Reads the plan text of `Connection.plan`. Never throws: what is not understood is in `raw` only, and a text of
 * another shape gives no blocks. An empty text means that the engine shows no plan for the statement.
 *
 * @example
 * const plan = parsePlan(connection.dialect, await connection.plan(sql, { timeoutMs: 5_000 }));
 */
export function parsePlan(dialect: Dialect, raw: string): QueryPlan {
  const blocks = readBlocks(dialect, raw);
  const { engine, planOperations } = dialect;
  return { engine, blocks, observations: observePlan(blocks, engine, planOperations), raw };
}

function readBlocks(dialect: Dialect, raw: string): readonly PlanBlock[] {
  try {
    return dialect.parsePlan(raw);
  } catch {
    return [];
  }
}
