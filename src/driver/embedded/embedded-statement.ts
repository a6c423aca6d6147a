import { ResultReturnType, type DuckDBPreparedStatement, type DuckDBResult } from '@duckdb/node-api';
import type { Column, ExecuteOptions, Execution, Statement } from '../driver.js';
import type { EngineError } from '../driver-errors.js';
import type { Parameter } from '../value.js';
import { toColumn } from './column-mapping.js';
import { EmbeddedResultSet } from './embedded-result-set.js';
import { bindParameters } from './parameter-binding.js';
import type { RequestGate } from './request-gate.js';
import { preparedColumns } from './statement-columns.js';

/** What a statement needs from its connection. */
export interface StatementContext {
  readonly gate: RequestGate;
  /** Puts the caller's words over the columns. */
  head(columns: readonly Column[]): readonly Column[];
  /** Throws when the transaction was aborted; DuckDB's fetch does not tell. */
  verifyTransaction(): Promise<void>;
  /** Why the query failed after its first rows. */
  lateFailure(bind: (statement: DuckDBPreparedStatement) => void): Promise<EngineError>;
  /** The result that can be read and cancelled from now on; the one before cannot be read any more. */
  setOpenResult(resultSet: EmbeddedResultSet | undefined): void;
  /** Work that belongs to the statement and its transaction, such as keeping the graph definitions in step. */
  afterExecute(): Promise<void>;
  free(prepared: DuckDBPreparedStatement): void;
}

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE']);

/** A statement that DuckDB has compiled. */
export class EmbeddedStatement implements Statement {
  readonly parameterCount: number;
  #columns: readonly Column[];

  constructor(
    readonly kind: string,
    private readonly prepared: DuckDBPreparedStatement,
    private readonly context: StatementContext,
  ) {
    this.parameterCount = prepared.parameterCount;
    this.#columns = kind === 'SELECT' || CHANGES.has(kind) ? context.head(preparedColumns(prepared)) : [];
  }

  /** Empty until `execute` when a type depends on a bind parameter, as in `SELECT ?`. */
  get columns(): readonly Column[] {
    return this.#columns;
  }

  async execute(params: readonly Parameter[], options: ExecuteOptions): Promise<Execution> {
    return this.context.gate.run(options.timeoutMs, async (request) => {
      this.context.setOpenResult(undefined);
      bindParameters(this.prepared, params);
      request.throwIfStopped();
      // Only queries stream: a change must be complete when its execution ends, also one with RETURNING.
      const result = this.kind === 'SELECT' ? await this.prepared.stream() : await this.prepared.run();
      await this.context.afterExecute();
      return this.#executionOf(result, params, options.skip);
    });
  }

  async close(): Promise<void> {
    this.context.free(this.prepared);
  }

  #executionOf(result: DuckDBResult, params: readonly Parameter[], skip: number): Execution {
    if (result.returnType !== ResultReturnType.QUERY_RESULT) {
      return CHANGES.has(this.kind) ? { affectedRows: result.rowsChanged } : {};
    }
    const columns = result.columnTypes().map((type, index) => toColumn(result.columnName(index), type));
    this.#columns = this.context.head(columns);
    const verifyEnd = async (): Promise<void> => {
      try {
        await this.context.verifyTransaction();
      } catch {
        throw await this.context.lateFailure((statement) => bindParameters(statement, params));
      }
    };
    const resultSet = new EmbeddedResultSet(this.context.gate, result, skip, verifyEnd);
    this.context.setOpenResult(resultSet);
    return { resultSet };
  }
}
