import type { Column, ExecuteOptions, Execution, Statement, StatementKind } from '../driver.js';
import { DriverError } from '../driver-errors.js';
import type { Parameter } from '../value.js';
import type { ConnectionTraits } from './connection-probe.js';
import { toColumns } from './package-columns.js';
import type { PackageLink } from './package-link.js';
import { readDetails, readReply, type StatementDetails } from './package-reply.js';
import { PackageResultSet } from './package-result-set.js';
import { withLiterals } from './parameter-literals.js';
import { runQuery } from './run-query.js';

const CLOSE_TIMEOUT_MS = 2_000;

/** Kinds whose count is a number of rows that were changed. */
const CHANGING_KINDS: ReadonlySet<StatementKind> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * A statement that the engine has not seen yet: packages of this family compile and run in one request. Its kind is
 * that of its text, and its columns are known only after it ran.
 */
export class PackageStatement implements Statement {
  private known: readonly Column[] = [];
  /** Handles on the server that are still open. */
  private readonly open = new Set<unknown>();

  constructor(
    private readonly link: PackageLink,
    private readonly sql: string,
    readonly kind: StatementKind,
    readonly parameterCount: number,
    private readonly traits: ConnectionTraits,
  ) {}

  /** Empty before `execute`. */
  get columns(): readonly Column[] {
    return this.known;
  }

  async execute(
    parameters: readonly Parameter[],
    { timeoutMs, startRow }: ExecuteOptions,
  ): Promise<Execution> {
    const text = withLiterals(this.sql, parameters, this.traits.settings);
    const { queryHandle, result } = await this.query(text, timeoutMs);
    const details = this.detailsOf(queryHandle);
    if (result === undefined) {
      if (!CHANGING_KINDS.has(this.kind)) return {};
      return { affectedRows: details?.count ?? (await this.askRowCount(timeoutMs)) };
    }
    this.known = toColumns(result, details, this.traits);
    if (!this.traits.exact.collections && details === undefined) {
      throw new DriverError(
        `The driver package ${this.link.packageName} does not fit: it does not read collections, and does not say which columns are some`,
        { hint: 'Set CORADB_DRIVER=broker to use the built-in client.' },
      );
    }
    const cursor = {
      queryHandle,
      columns: this.known,
      exact: this.traits.exact,
      count: result.count,
      startRow,
    };
    return { resultSet: new PackageResultSet(this.link, cursor, result.rows) };
  }

  async close(): Promise<void> {
    for (const handle of this.open) {
      this.open.delete(handle);
      await this.link
        .request('close statement', CLOSE_TIMEOUT_MS, (connection) => connection.closeQuery(handle))
        .catch(() => undefined);
    }
  }

  private async query(text: string, timeoutMs: number): Promise<ReturnType<typeof readReply>> {
    const raw = await this.link.request('execute', timeoutMs, (connection) => runQuery(connection, text));
    const reply = readReply(raw, this.link.packageName);
    if (reply.queryHandle !== undefined) this.open.add(reply.queryHandle);
    return reply;
  }

  private detailsOf(queryHandle: unknown): StatementDetails | undefined {
    const key = typeof queryHandle === 'number' || typeof queryHandle === 'string' ? queryHandle : undefined;
    return key === undefined ? undefined : readDetails(this.link.inside('_queryResultSets', key));
  }

  /** The count as the session keeps it, for packages that do not hand it out. */
  private async askRowCount(timeoutMs: number): Promise<number> {
    const { result } = await this.query('SELECT ROW_COUNT()', timeoutMs);
    const count = Number(result?.rows[0]?.[0]);
    if (Number.isSafeInteger(count) && count >= 0) return count;
    throw new DriverError('CoraDB did not say how many rows the statement changed');
  }
}
