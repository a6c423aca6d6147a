import { EMBEDDED_LEXICAL } from './rules/lexical.js';
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { LexicalSettings } from '../../sql/lexical-settings.js';
import { InputError } from '../../errors/call-error.js';
import type { Connection, RequestOptions, Statement } from '../driver.js';
import { compileOne, type CompiledStatement } from './compiled-statement.js';
import type { OpenDatabase } from './database-registry.js';
import type { EmbeddedResultSet } from './embedded-result-set.js';
import { EmbeddedStatement } from './embedded-statement.js';
import {
  CREATE_GRAPH_CATALOG,
  FORGET_DROPPED_GRAPH_TABLES,
  hasGraphCatalog,
  readColumnType,
  readGraphTables,
} from './graph-catalog.js';
import { headColumns } from './headings.js';
import { lateFailure } from './late-failure.js';
import { EMBEDDED_DIALECT } from './embedded-dialect.js';
import { explain } from './query-plan.js';
import { RequestGate } from './request-gate.js';
import { checkGraphSchemaUntouched } from './rules/sandbox-check.js';
import { checkDependents } from './rules/dependents.js';
import { withColumns } from './rules/missing-column.js';
import { statementKind } from './rules/statement-form.js';
import type { ParsedSql } from './sql-translation.js';
import { translate, type Translation } from './translate.js';
import { allFunctions, besideOwn, isUnknownFunction } from './words/needs.js';
import { runAfter } from './words/run-after.js';

const DEFAULT_CLOSE_MS = 1000;

/** Kinds after which the list of vertex and edge tables may name tables that are gone. */
const MAY_DROP_TABLES = /^(?:DROP|ALTER)_/;

/**
 * Changes that DuckDB 1.5 cannot read back from its log: a crash after ALTER TABLE … DEFAULT now() left a file that
 * never opened again. A checkpoint puts them into the file itself.
 */
const NOT_REPLAYED = /^ALTER_/;

/** One DuckDB connection: one transaction at a time, read only where the user or the caller says so. */
export class EmbeddedConnection implements Connection {
  readonly dialect = EMBEDDED_DIALECT;
  readonly #gate: RequestGate;
  readonly #prepared = new Set<DuckDBPreparedStatement>();
  #inTransaction = false;
  #checkpointDue = false;
  #openResult: EmbeddedResultSet | undefined;
  #closing: Promise<void> | undefined;

  /** @param onClosed called once, when DuckDB has freed the connection */
  constructor(
    private readonly duckdb: DuckDBConnection,
    private readonly database: OpenDatabase,
    readonly engineVersion: string,
    private readonly readOnly: boolean,
    private readonly onClosed: () => void,
  ) {
    this.#gate = new RequestGate(() => duckdb.interrupt());
  }

  async lexicalSettings(): Promise<LexicalSettings> {
    return EMBEDDED_LEXICAL;
  }

  async prepare(sql: string, options: RequestOptions): Promise<Statement> {
    return this.#gate.run(options.timeoutMs, async () => {
      const { translation, prepared, rest } = await this.#compile(sql);
      const kind = statementKind(translation.form, prepared.statementType);
      if (kind !== 'SELECT') checkGraphSchemaUntouched(translation.parsed);
      return new EmbeddedStatement(kind, prepared, {
        gate: this.#gate,
        head: (columns) => headColumns(translation.parsed, columns),
        verifyTransaction: () => this.#verifyTransaction(),
        lateFailure: (bind) => lateFailure(this.database.instance, translation.sql, bind),
        setOpenResult: (resultSet) => this.#setOpenResult(resultSet),
        afterExecute: async () => {
          await rest?.();
          await this.#afterExecute(kind, translation);
        },
        free: (statement) => this.#freeStatement(statement),
      });
    });
  }

  async plan(sql: string, options: RequestOptions): Promise<string> {
    return this.#gate.run(options.timeoutMs, async () => {
      const { translation, prepared } = await this.#compile(sql);
      if (statementKind(translation.form, prepared.statementType) !== 'SELECT') return '';
      return explain(this.duckdb, translation.sql, prepared);
    });
  }

  /** @param onCommitted called as soon as the changes are safe, before the checkpoint that may follow */
  async commit(options: RequestOptions, onCommitted: () => void = () => undefined): Promise<void> {
    return this.#gate.run(options.timeoutMs, async () => {
      if (!this.#inTransaction) return;
      this.#setOpenResult(undefined);
      // DuckDB answers COMMIT of an aborted transaction with a silent rollback.
      await this.#verifyTransaction();
      this.#inTransaction = false;
      await this.duckdb.run('COMMIT');
      onCommitted();
      await this.#checkpoint();
    });
  }

  async rollback(options: RequestOptions): Promise<void> {
    return this.#gate.run(options.timeoutMs, () => this.#rollbackNow());
  }

  async cancel(): Promise<void> {
    this.#openResult?.cancel();
    this.#gate.stop();
  }

  async close(options: { readonly timeoutMs: number } = { timeoutMs: DEFAULT_CLOSE_MS }): Promise<void> {
    this.#closing ??= this.#free();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, options.timeoutMs)));
    await Promise.race([this.#closing, limit]);
    clearTimeout(timer);
  }

  destroy(): void {
    this.#closing ??= this.#free();
  }

  /** When everything native is freed; used before the database itself is closed. */
  async closed(): Promise<void> {
    this.destroy();
    await this.#closing;
  }

  async #compile(sql: string): Promise<CompiledStatement & { readonly translation: Translation }> {
    this.#setOpenResult(undefined);
    await this.#begin();
    const translation = await translate(sql, this.database.refusedTableFunctions, {
      tables: () => readGraphTables(this.duckdb),
      columnType: (table, column) => readColumnType(this.duckdb, table, column),
    });
    await checkDependents(translation.parsed, this.duckdb);
    const words = await besideOwn(translation.words, this.duckdb);
    for (const need of [...words, ...translation.before]) await this.duckdb.run(need);
    const compiled = await this.#compileWithViews(translation);
    const headed = await this.#compileHeaded(translation);
    if (headed !== undefined) this.#freeStatement(compiled.prepared);
    return { ...(headed ?? compiled), translation };
  }

  /** A view of the database may call a function of CoraDB that the statement does not name. */
  async #compileWithViews({ sql, parsed }: Translation): Promise<CompiledStatement> {
    try {
      return await this.#compileText(sql, parsed);
    } catch (error) {
      if (!isUnknownFunction(error)) throw await withColumns(error, parsed, this.duckdb);
      await this.duckdb.run(allFunctions());
      return this.#compileText(sql, parsed);
    }
  }

  async #compileText(sql: string, parsed: ParsedSql): Promise<CompiledStatement> {
    const compiled = await compileOne(await this.duckdb.extractStatements(sql), parsed);
    this.#prepared.add(compiled.prepared);
    return compiled;
  }

  /** Only for a text that compiled without the headings, whose errors show no words but the caller's. */
  async #compileHeaded({ headedSql, parsed }: Translation): Promise<CompiledStatement | undefined> {
    if (headedSql === undefined) return undefined;
    try {
      return await this.#compileText(headedSql, parsed);
    } catch {
      // An outer part of the statement uses a heading of DuckDB as a name.
      return undefined;
    }
  }

  async #begin(): Promise<void> {
    if (this.#inTransaction) return;
    await this.duckdb.run(this.readOnly ? 'BEGIN TRANSACTION READ ONLY' : 'BEGIN TRANSACTION');
    this.#inTransaction = true;
  }

  async #verifyTransaction(): Promise<void> {
    await this.duckdb.run('SELECT 1');
  }

  async #afterExecute(kind: string, translation: Translation): Promise<void> {
    const { followUp, after } = translation;
    for (const sql of after) await runAfter(this.duckdb, sql);
    if (followUp !== undefined) {
      if (!(await hasGraphCatalog(this.duckdb))) {
        for (const sql of CREATE_GRAPH_CATALOG) await this.duckdb.run(sql);
      }
      const { rowsChanged } = await this.duckdb.run(followUp.sql);
      if (rowsChanged !== 1) throw new InputError(followUp.otherwise);
    }
    if (NOT_REPLAYED.test(kind)) this.#checkpointDue = true;
    if (MAY_DROP_TABLES.test(kind) && (await hasGraphCatalog(this.duckdb))) {
      await this.duckdb.run(FORGET_DROPPED_GRAPH_TABLES);
    }
  }

  /** What is committed stays so whether this succeeds or not: while others write, the next commit tries again. */
  async #checkpoint(): Promise<void> {
    if (this.#checkpointDue) this.database.checkpoint.isDue = true;
    this.#checkpointDue = false;
    if (!this.database.checkpoint.isDue) return;
    try {
      await this.duckdb.run('CHECKPOINT');
      this.database.checkpoint.isDue = false;
    } catch {
      // Another transaction writes.
    }
  }

  async #rollbackNow(): Promise<void> {
    this.#setOpenResult(undefined);
    this.#checkpointDue = false;
    if (!this.#inTransaction) return;
    this.#inTransaction = false;
    await this.duckdb.run('ROLLBACK');
  }

  /** DuckDB ends an open result as soon as its connection does anything else. */
  #setOpenResult(resultSet: EmbeddedResultSet | undefined): void {
    this.#openResult?.supersede();
    this.#openResult = resultSet;
  }

  #freeStatement(prepared: DuckDBPreparedStatement): void {
    if (this.#prepared.delete(prepared)) prepared.destroySync();
  }

  /** Statements and open results keep a DuckDB connection alive, so each is freed before the connection itself. */
  async #free(): Promise<void> {
    await this.#gate.close();
    try {
      await this.#rollbackNow();
    } catch {
      // Disconnecting rolls back as well.
    }
    for (const prepared of [...this.#prepared]) this.#freeStatement(prepared);
    this.duckdb.disconnectSync();
    this.onClosed();
  }
}
