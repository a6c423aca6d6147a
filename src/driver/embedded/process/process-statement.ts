import type { Column, ExecuteOptions, Execution, Statement, StatementKind } from '../../driver.js';
import type { Parameter } from '../../value.js';
import type { Compiled } from './messages.js';
import type { ProcessConnection } from './process-connection.js';
import { ProcessResultSet } from './process-result-set.js';

/** A statement compiled in the engine's process. */
export class ProcessStatement implements Statement {
  readonly kind: StatementKind;
  readonly parameterCount: number;
  #columns: readonly Column[];

  constructor(
    private readonly connection: ProcessConnection,
    private readonly self: { readonly connection: number; readonly statement: number },
    private readonly sql: string,
    compiled: Compiled,
  ) {
    this.kind = compiled.kind;
    this.parameterCount = compiled.parameterCount;
    this.#columns = compiled.columns;
  }

  /** Empty until `execute` when a type depends on a bind parameter, as in `SELECT ?`. */
  get columns(): readonly Column[] {
    return this.#columns;
  }

  async execute(params: readonly Parameter[], options: ExecuteOptions): Promise<Execution> {
    const { connection, self, sql } = this;
    connection.setOpenResult(undefined);
    const { timeoutMs, skip, maxRows } = options;
    const { affectedRows, columns, first } = await connection.request(
      'execute',
      { ...self, params, timeoutMs, skip, maxRows },
      { sql },
    );
    if (first === undefined) return affectedRows === undefined ? {} : { affectedRows };
    this.#columns = columns ?? [];
    const resultSet = new ProcessResultSet(connection, self, sql, first);
    connection.setOpenResult(resultSet);
    return { resultSet };
  }

  async close(): Promise<void> {
    this.connection.free(this.self.statement);
  }
}
