import { DuckDBTypeId, StatementType, type DuckDBPreparedStatement } from '@duckdb/node-api';
import type { Column } from '../driver.js';
import { toColumn } from './column-mapping.js';

/**
 * Columns of a compiled statement; empty when it returns no rows, or when a type depends on a bind parameter that has
 * no value yet (`SELECT ?`).
 */
export function preparedColumns(prepared: DuckDBPreparedStatement): readonly Column[] {
  if (prepared.statementType !== StatementType.SELECT && reportsCount(prepared)) return [];
  const columns: Column[] = [];
  for (let index = 0; index < prepared.columnCount; index += 1) {
    if (prepared.columnTypeId(index) === DuckDBTypeId.INVALID) return [];
    columns.push(toColumn(prepared.columnName(index), prepared.columnType(index)));
  }
  return columns;
}

/** A change without RETURNING has one column in DuckDB, `Count`, that is no result of the statement. */
function reportsCount(prepared: DuckDBPreparedStatement): boolean {
  return (
    prepared.columnCount === 1 &&
    prepared.columnName(0) === 'Count' &&
    prepared.columnTypeId(0) === DuckDBTypeId.BIGINT
  );
}
