import { EMBEDDED_DIALECT } from '../../src/driver/embedded/embedded-dialect.js';
import { DuckDBInstance, DuckDBListValue, type DuckDBValue } from '@duckdb/node-api';
import type { Connection } from '../../src/driver/driver.js';
import type { Value } from '../../src/driver/value.js';

/** A connection to an in-memory DuckDB that can do what the catalog reader needs, and counts its statements. */
export async function connectDuckDb(setup: string): Promise<Connection & { readonly statements: string[] }> {
  const instance = await DuckDBInstance.create(':memory:');
  const duckdb = await instance.connect();
  await duckdb.run(setup);
  const statements: string[] = [];
  const unused = (): Promise<never> => Promise.reject(new Error('not used by the catalog reader'));
  return {
    dialect: EMBEDDED_DIALECT,
    engineVersion: 'v1',
    statements,
    lexicalSettings: unused,
    plan: unused,
    commit: unused,
    rollback: () => Promise.resolve(),
    cancel: unused,
    close: () => Promise.resolve(duckdb.closeSync()),
    destroy: () => duckdb.closeSync(),
    prepare: async (sql) => {
      statements.push(sql);
      const reader = await duckdb.runAndReadAll(sql);
      const rows = reader.getRows().map((row) => row.map(toValue));
      return {
        kind: 'SELECT',
        parameterCount: 0,
        columns: reader.columnNames().map((name) => ({ name, type: 'String' })),
        execute: () =>
          Promise.resolve({
            resultSet: { read: () => Promise.resolve(rows.splice(0)), countRows: () => Promise.resolve(0) },
          }),
        close: () => Promise.resolve(),
      };
    },
  };
}

function toValue(value: DuckDBValue): Value {
  if (value instanceof DuckDBListValue) return value.items.map(toValue);
  if (value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value))
    return value as Value;
  return String(value);
}
