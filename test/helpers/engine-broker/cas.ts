import type { Column, Connection, Login, Statement } from '../../../src/driver/driver.js';
import type { Parameter, Row } from '../../../src/driver/value.js';
import { readBinds } from '../bind-reader.js';
import type { RawRequest } from '../broker-requests.js';
import {
  errorFrame,
  executeFrame,
  executeWithRowsFrame,
  fetchFrame,
  i32,
  INACTIVE,
  okFrame,
  parameterFrame,
  prepareAndExecuteFrame,
  prepareFrame,
  textFrame,
  type WireColumn,
  type WireRows,
} from '../frame-builder.js';
import { toEngineSql } from './catalog-views.js';
import { toPlanText } from './plan-text.js';
import { failureFrame, isDeferred } from './wire-errors.js';
import { toParameter, toWireColumn, toWireRow, untyped } from './wire-values.js';

const SELECT = 21;
const GET_STATISTICS = 41;

/** Statement types of cas-protocol §6 by the port's kinds. */
const TYPES: Readonly<Record<string, number>> = {
  SELECT,
  INSERT: 20,
  UPDATE: 22,
  DELETE: 23,
  MERGE: 57,
  TRUNCATE: 52,
  COMMENT: 0,
  ALTER_TABLE: 0,
  ALTER_VIEW: 0,
  CREATE_TABLE: 4,
  CREATE_VIEW: 4,
  CREATE_INDEX: 5,
  CREATE_SERIAL: 7,
  DROP_TABLE: 9,
  DROP_VIEW: 9,
  DROP_INDEX: 10,
  DROP_SERIAL: 13,
};
const BY_WORD: Readonly<Record<string, number>> = { insert: 20, update: 22, delete: 23, merge: 57 };

/** Usual values of GET_DB_PARAMETER by id (cas-protocol §4.9): isolation, lock timeout, string length, escapes. */
const PARAMETERS: Readonly<Record<number, number>> = { 1: 4, 2: -1, 3: 1_073_741_823, 5: -2 };

/** A prepared statement; `failure` is the error that EXECUTE tells. */
interface Handle {
  readonly sql: string;
  readonly type: number;
  readonly markers: number;
  readonly columns: readonly WireColumn[];
  readonly statement?: Statement;
  readonly failure?: Buffer;
  /** Number of the transaction it was compiled in. */
  readonly transaction: number;
  /** Rows of the last EXECUTE, until the transaction ends. */
  rows?: WireRows;
}

/** The worker of one client: its requests, on one connection of the engine. */
export class Cas {
  readonly #handles = new Map<number, Handle>();
  readonly #parameters = new Map<number, number>();
  #transaction = 0;

  constructor(
    private readonly connection: Connection,
    private readonly login: Pick<Login, 'user' | 'database'>,
  ) {}

  /** The reply to one request; an error of the engine is a reply as well. */
  async answer(request: RawRequest): Promise<Buffer> {
    const { args, sql = '' } = request;
    switch (request.name) {
      case 'PREPARE':
        for (const spent of args.slice(3)) await this.#free(spent.readInt32BE(0));
        return this.#prepare(sql);
      case 'EXECUTE':
        return this.#execute(args);
      case 'PREPARE_AND_EXECUTE':
        return this.#prepareAndExecute(sql, args);
      case 'FETCH':
        return this.#fetch(int(args, 0), int(args, 1));
      case 'END_TRAN':
        return this.#end(args[0]?.[0] === 1);
      case 'GET_QUERY_INFO':
        return this.#plan(sql);
      case 'GET_DB_VERSION':
        return textFrame(this.connection.engineVersion);
      case 'GET_DB_PARAMETER':
        return parameterFrame(this.#parameters.get(int(args, 0)) ?? PARAMETERS[int(args, 0)] ?? -10011);
      case 'SET_DB_PARAMETER':
        this.#parameters.set(int(args, 0), int(args, 1));
        return okFrame();
      case 'CLOSE_REQ_HANDLE':
        await this.#free(int(args, 0));
        return okFrame();
      case 'CON_CLOSE':
        return okFrame();
      default:
        return errorFrame(-1, -10100);
    }
  }

  async #prepare(sql: string): Promise<Buffer> {
    const number = this.#freeNumber();
    try {
      const compiled = await this.#compile(sql);
      this.#handles.set(number, compiled);
      const { type, markers } = compiled;
      const columns = hasColumns(type) ? compiled.columns : undefined;
      return prepareFrame({ handle: number, statementType: type, markers, ...(columns && { columns }) });
    } catch (error) {
      if (!isDeferred(sql, error)) return failureFrame(error);
      const type = BY_WORD[/^\w+/.exec(sql)?.[0].toLowerCase() ?? ''] ?? 0;
      const markers = sql.replace(/'[^']*'/g, '').split('?').length - 1;
      const failure = failureFrame(error);
      this.#handles.set(number, { sql, type, markers, columns: [], failure, transaction: this.#transaction });
      return prepareFrame({ handle: number, statementType: type, markers });
    }
  }

  async #compile(sql: string): Promise<Handle> {
    const written = toEngineSql(sql, this.login);
    const statement = await this.connection.prepare(written.sql, { timeoutMs: 0 });
    const type = written.type ?? TYPES[statement.kind] ?? 0;
    const columns = await this.#columns(statement, type);
    return {
      sql,
      statement,
      type,
      markers: statement.parameterCount,
      columns,
      transaction: this.#transaction,
    };
  }

  async #columns(statement: Statement, type: number): Promise<readonly WireColumn[]> {
    if (type === GET_STATISTICS) return [untyped('')];
    if (type !== SELECT) return [];
    if (statement.columns.length > 0) return statement.columns.map(toWireColumn);
    // The type of a column depends on a bind value: its name shows once there are values, and no row is read.
    const nulls = Array.from({ length: statement.parameterCount }, () => null);
    await statement.execute(nulls, { timeoutMs: 0, skip: 0, maxRows: 0 });
    return statement.columns.map(({ name }: Column) => untyped(name));
  }

  /** cas-protocol §4.4: handle, flag, sizes, modes, fetchFlag, autocommit, forwardOnly, cache time, limit, binds. */
  async #execute(args: readonly Buffer[]): Promise<Buffer> {
    let handle = this.#handles.get(int(args, 0));
    if (handle === undefined) return errorFrame(-1, -10006);
    if (args.length < 10 || args.length % 2 !== 0) return errorFrame(-1, -10004);
    if ((args.length - 10) / 2 !== handle.markers) return errorFrame(-1, -10007);
    if (handle.failure !== undefined) return handle.failure;
    const parameters = readBinds(args.slice(10)).map(toParameter);
    if (parameters.includes(undefined)) return errorFrame(-1, -10008);
    const wantsRows = args[5]?.[0] === 1;
    try {
      if (handle.transaction !== this.#transaction) {
        // A handle outlives its transaction; the engine compiles anew, which also begins one.
        handle = await this.#compile(handle.sql);
        this.#handles.set(int(args, 0), handle);
      }
      const { statement, type, columns } = handle;
      if (statement === undefined) return errorFrame(-1, -10006);
      const { affectedRows = 0, rows } = await run(statement, parameters as Parameter[], int(args, 9));
      if (!hasColumns(type)) return wantsRows ? errorFrame(-1, -10012) : executeFrame(affectedRows, type);
      handle.rows = rows.map((row) => toWireRow(row, columns));
      return wantsRows
        ? executeWithRowsFrame(columns, handle.rows, type)
        : executeFrame(handle.rows.length, type);
    } catch (error) {
      return failureFrame(error);
    }
  }

  /** cas-protocol §4.5: the number of prepare arguments, those, flag, sizes, modes, cache time, limit. */
  async #prepareAndExecute(sql: string, [count, ...args]: readonly Buffer[]): Promise<Buffer> {
    const prepared = await this.#prepare(sql);
    const handle = prepared.readInt32BE(8);
    if (handle < 0) return prepared;
    const [flag, size, rows, modes, cache, limit] = args.slice(count?.readInt32BE(0));
    const autocommit = args[2];
    const wantsRows = Buffer.from([prepared[16] === SELECT ? 1 : 0]);
    const all = [i32(handle), flag, size, rows, modes, wantsRows, autocommit, autocommit, cache, limit];
    const executed = await this.#execute(all as Buffer[]);
    if (executed.readInt32BE(8) >= 0) return prepareAndExecuteFrame(prepared, executed);
    await this.#free(handle);
    return executed;
  }

  #fetch(number: number, position: number): Buffer {
    const handle = this.#handles.get(number);
    if (handle === undefined) return errorFrame(-1, -10006);
    if (handle.rows === undefined) return errorFrame(-1, -10012);
    return fetchFrame(handle.columns, handle.rows, position);
  }

  /** Results are closed, handles stay (cas-protocol §4.2). */
  async #end(commits: boolean): Promise<Buffer> {
    this.#transaction += 1;
    for (const handle of this.#handles.values()) delete handle.rows;
    try {
      await (commits ? this.connection.commit({ timeoutMs: 0 }) : this.connection.rollback({ timeoutMs: 0 }));
      return okFrame(INACTIVE);
    } catch (error) {
      return failureFrame(error);
    }
  }

  async #plan(sql: string): Promise<Buffer> {
    try {
      const { sql: written } = toEngineSql(sql, this.login);
      const plan = await this.connection.plan(written, { timeoutMs: 0 });
      return textFrame(await toPlanText(this.connection, sql, plan));
    } catch (error) {
      return failureFrame(error);
    }
  }

  async #free(number: number): Promise<void> {
    await this.#handles.get(number)?.statement?.close();
    this.#handles.delete(number);
  }

  /** The lowest one, so that numbers are used again at once (cas-protocol §4.3). */
  #freeNumber(): number {
    let number = 1;
    while (this.#handles.has(number)) number += 1;
    return number;
  }
}

/** Runs a statement to its end: a result is complete on the server before its first row travels. */
async function run(
  statement: Statement,
  parameters: readonly Parameter[],
  limitMs: number,
): Promise<{ readonly affectedRows?: number; readonly rows: readonly Row[] }> {
  const endsAt = performance.now() + limitMs;
  const left = (): number => (limitMs === 0 ? 0 : Math.max(1, Math.ceil(endsAt - performance.now())));
  const options = { timeoutMs: left(), skip: 0, maxRows: 0 };
  const { affectedRows, resultSet } = await statement.execute(parameters, options);
  const rows: Row[] = [];
  for (;;) {
    const batch = (await resultSet?.read(2_000, { timeoutMs: left() })) ?? [];
    if (batch.length === 0) break;
    rows.push(...batch);
  }
  return { ...(affectedRows !== undefined && { affectedRows }), rows };
}

function hasColumns(type: number): boolean {
  return type === SELECT || type === GET_STATISTICS;
}

function int(args: readonly Buffer[], index: number): number {
  return args[index]?.readInt32BE(0) ?? 0;
}
