import {
  type DuckDBExtractedStatements,
  type DuckDBPreparedStatement,
  StatementType,
} from '@duckdb/node-api';
import { GuardError } from '../../errors/call-error.js';
import { keywordOf } from './sql-text.js';
import type { ParsedSql } from './sql-translation.js';

/** A statement as DuckDB compiled it. */
export interface CompiledStatement {
  readonly prepared: DuckDBPreparedStatement;
  /** What DuckDB makes of the same statement besides; runs right after it, in the same transaction. */
  readonly rest?: () => Promise<void>;
}

/**
 * Compiles what DuckDB reads as one statement. `ALTER TABLE … ADD COLUMN … DEFAULT now()`, with any default that is
 * no plain constant, is five to it: a bracket (BEGIN, or a SET that lets any error abort the open transaction), the
 * column without a default, an UPDATE that fills it, the default, and the end of the bracket. The three in the middle
 * run in the call's own transaction, which any error of a call ends.
 * @throws GuardError for others that DuckDB splits, such as PIVOT without a list of values
 */
export async function compileOne(
  extracted: DuckDBExtractedStatements,
  parsed: ParsedSql,
): Promise<CompiledStatement> {
  if (extracted.count === 1) return { prepared: await extracted.prepare(0) };
  const inside = await insideBracket(extracted);
  const prepared = inside ? await extracted.prepare(1) : undefined;
  if (inside && prepared?.statementType === StatementType.ALTER) {
    return { prepared, rest: runOnce(extracted, inside, isIfExists(parsed)) };
  }
  prepared?.destroySync();
  throw splitError(extracted.count, parsed);
}

const BRACKETS: ReadonlySet<StatementType> = new Set([StatementType.TRANSACTION, StatementType.SET]);

/** Indexes of the statements within the bracket; undefined when there is none. */
async function insideBracket(extracted: DuckDBExtractedStatements): Promise<readonly number[] | undefined> {
  const last = extracted.count - 1;
  for (const index of [0, last]) {
    const edge = await extracted.prepare(index);
    const { statementType } = edge;
    edge.destroySync();
    if (!BRACKETS.has(statementType)) return undefined;
  }
  return Array.from({ length: last - 1 }, (_, index) => index + 1);
}

/** DuckDB can compile each part once, and only when the ones before it have run. */
function runOnce(
  extracted: DuckDBExtractedStatements,
  [, ...others]: readonly number[],
  mayBeMissing: boolean,
): () => Promise<void> {
  return async () => {
    for (const index of others) {
      let part: DuckDBPreparedStatement;
      try {
        part = await extracted.prepare(index);
      } catch (error) {
        // ALTER TABLE IF EXISTS has passed over a table that does not exist.
        if (mayBeMissing && /Table with name .* does not exist/.test(String(error))) return;
        throw error;
      }
      try {
        await part.run();
      } finally {
        part.destroySync();
      }
    }
  };
}

function isIfExists({ sql, significant }: ParsedSql): boolean {
  return keywordOf(sql, significant[2]) === 'IF' && keywordOf(sql, significant[3]) === 'EXISTS';
}

function splitError(count: number, { sql, significant }: ParsedSql): GuardError {
  const pivots = significant.some((token) => keywordOf(sql, token).startsWith('PIVOT'));
  return pivots
    ? new GuardError('PIVOT without a list of values is not available in the embedded engine.', {
        hint: 'Name the values: FROM t PIVOT (count(*) FOR kind IN (1, 2)).',
      })
    : new GuardError(`The embedded engine would run this statement as ${count} statements of its own.`, {
        hint: 'Write its parts as simpler statements.',
      });
}
