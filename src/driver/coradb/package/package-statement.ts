import { settingName } from '../../../errors/edge-names.js';
import type { Column, ExecuteOptions, Execution, Statement, StatementKind } from '../../driver.js';
import { DriverError } from '../../driver-errors.js';
import type { Parameter, Row } from '../../value.js';
import type { ConnectionTraits } from './connection-probe.js';
import { readExactReply } from './exact-rows.js';
import { toColumns } from './package-columns.js';
import type { Answer, PackageLink } from './package-link.js';
import {
  type PackageReply,
  type PackageRows,
  readDetails,
  readFetched,
  readReply,
  type StatementDetails,
} from './package-reply.js';
import { PackageResultSet } from './package-result-set.js';
import { readPackageRows } from './package-rows.js';
import { withLiterals } from './parameter-literals.js';
import { runQuery } from './run-query.js';

const CLOSE_TIMEOUT_MS = 2_000;

/** Kinds whose count is a number of rows that were changed. */
const CHANGING_KINDS: ReadonlySet<StatementKind> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const BUILT_IN = `Set ${settingName('driver')}=broker to use the built-in client.`;

interface ReadRows {
  readonly columns: readonly Column[];
  readonly first: readonly Row[];
  readonly next: (answer: Answer) => readonly Row[];
}

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

  async execute(params: readonly Parameter[], { timeoutMs, skip }: ExecuteOptions): Promise<Execution> {
    const text = withLiterals(this.sql, params, this.traits.settings);
    const { reply, body } = await this.query(text, timeoutMs);
    const { queryHandle, result } = reply;
    const details = this.detailsOf(queryHandle);
    if (result === undefined) {
      if (!CHANGING_KINDS.has(this.kind)) return {};
      return { affectedRows: details?.count ?? (await this.askRowCount(timeoutMs)) };
    }
    const { columns, first, next } = this.exactRows(result, body) ?? this.packageRows(result, details);
    this.known = columns;
    const cursor = { queryHandle, count: result.count, skip, first, next };
    return { resultSet: new PackageResultSet(this.link, cursor) };
  }

  async close(): Promise<void> {
    for (const handle of this.open) {
      this.open.delete(handle);
      await this.link
        .request('close statement', CLOSE_TIMEOUT_MS, (connection) => connection.closeQuery(handle))
        .catch(() => undefined);
    }
  }

  /** For a package that misreads some types: the reply's own bytes, where they can be seen. */
  private exactRows(result: PackageRows, body: Buffer | undefined): ReadRows | undefined {
    if (Object.values(this.traits.exact).every(Boolean)) return undefined;
    const exact = readExactReply(body, result);
    if (exact === undefined) return undefined;
    const next = (answer: Answer): readonly Row[] => {
      if (answer.body !== undefined) return exact.next(answer.body);
      throw new DriverError('The bytes of a reply could not be seen, so its values may be wrong.', {
        hint: BUILT_IN,
      });
    };
    return { columns: exact.columns, first: exact.rows, next };
  }

  /** @throws DriverError for values, or columns, that the package may have got wrong */
  private packageRows(result: PackageRows, details: StatementDetails | undefined): ReadRows {
    const { packageName } = this.link;
    const { exact } = this.traits;
    if (!exact.collections && details === undefined) {
      throw new DriverError(
        `The driver package ${packageName} does not fit: it does not read collections, and does not say which columns are some`,
        { hint: BUILT_IN },
      );
    }
    const columns = toColumns(result, details, this.traits);
    const read = (rows: readonly (readonly unknown[])[]): Row[] =>
      readPackageRows(rows, columns, exact, packageName);
    const next = ({ reply }: Answer): Row[] => read(readFetched(reply, columns.length, packageName));
    return { columns, first: read(result.rows), next };
  }

  private async query(
    text: string,
    timeoutMs: number,
  ): Promise<{ readonly reply: PackageReply; readonly body?: Buffer }> {
    const answer = await this.link.ask('execute', timeoutMs, (connection) => runQuery(connection, text));
    const reply = readReply(answer.reply, this.link.packageName);
    if (reply.queryHandle !== undefined) this.open.add(reply.queryHandle);
    return { ...answer, reply };
  }

  private detailsOf(queryHandle: unknown): StatementDetails | undefined {
    const key = typeof queryHandle === 'number' || typeof queryHandle === 'string' ? queryHandle : undefined;
    return key === undefined ? undefined : readDetails(this.link.inside('_queryResultSets', key));
  }

  /** The count as the session keeps it, for packages that do not hand it out. */
  private async askRowCount(timeoutMs: number): Promise<number> {
    const { reply } = await this.query('SELECT ROW_COUNT()', timeoutMs);
    const count = Number(reply.result?.rows[0]?.[0]);
    if (Number.isSafeInteger(count) && count >= 0) return count;
    throw new DriverError('CoraDB did not say how many rows the statement changed');
  }
}
