import type { Connection, Driver, Login } from '../../src/driver/driver.js';
import type { Parameter, Row } from '../../src/driver/value.js';

/** Far more than anything here needs, also on a machine that is busy with other things; in ms. */
export const PATIENCE_MS = 60_000;
export const LIMIT = { timeoutMs: PATIENCE_MS };
export const ALL_ROWS = { ...LIMIT, skip: 0, maxRows: 100_000 };
export const DBA: Login = {
  database: 'e-commerce',
  host: 'localhost',
  port: 33_000,
  user: 'dba',
  password: '',
};

/** A connection of an embedded driver, as `dba` unless told otherwise. */
export async function connectTo(
  driver: Driver,
  login: Partial<Login> = {},
  readOnly = false,
): Promise<Connection> {
  const { signal } = new AbortController();
  return driver.connect({ ...DBA, ...login }, { ...LIMIT, signal, lockTimeoutMs: 0, readOnly });
}

/** Runs one statement and reads all its rows; none for a statement without a result set. */
export async function rowsOf(
  connection: Connection,
  sql: string,
  parameters: readonly Parameter[] = [],
): Promise<Row[]> {
  const statement = await connection.prepare(sql, LIMIT);
  const { resultSet } = await statement.execute(parameters, ALL_ROWS);
  const rows: Row[] = [];
  while (resultSet !== undefined) {
    const batch = await resultSet.read(5000, LIMIT);
    if (batch.length === 0) break;
    rows.push(...batch);
  }
  await statement.close();
  return rows;
}
