import { connectionLost } from '../broker/broker-failure.js';
import type { Column, RequestOptions, ResultSet } from '../driver.js';
import { DriverError } from '../driver-errors.js';
import type { Row } from '../value.js';
import type { PackageLink } from './package-link.js';
import { readFetched } from './package-reply.js';
import { type ExactTypes, InexactValueError, readValue } from './value-reader.js';

export interface PackageCursor {
  readonly queryHandle: unknown;
  readonly columns: readonly Column[];
  readonly exact: ExactTypes;
  /** Rows of the whole result. */
  readonly count: number;
  /** Rows to skip: the package cannot fetch from a position, so they travel all the same. */
  readonly startRow: number;
}

/** Rows of a SELECT, fetched one reply at a time; holds the rows of one reply at most. */
export class PackageResultSet implements ResultSet {
  private rows: readonly (readonly unknown[])[];
  private at = 0;
  /** Rows that came so far, those of `rows` included. */
  private received: number;
  private skip: number;
  private counted = false;

  /** @param first rows that came with the result, from row 1 on */
  constructor(
    private readonly link: PackageLink,
    private readonly cursor: PackageCursor,
    first: readonly (readonly unknown[])[],
  ) {
    this.rows = first;
    this.received = first.length;
    this.skip = cursor.startRow;
  }

  /** @throws DriverError for a value the package did not read exactly; ConnectionLostError */
  async read(count: number, options: RequestOptions): Promise<readonly Row[]> {
    if (this.counted) throw new DriverError('A result set cannot be read after its rows were counted');
    await this.advance(options);
    const rows = this.rows.slice(this.at, this.at + Math.max(0, count));
    this.at += rows.length;
    return rows.map((row) => this.toRow(row));
  }

  countRows(_options: RequestOptions): Promise<number> {
    this.counted = true;
    this.rows = [];
    return Promise.resolve(this.cursor.count);
  }

  /** Makes sure that the next wanted row is in `rows`, unless the result has ended. */
  private async advance(options: RequestOptions): Promise<void> {
    for (;;) {
      const skipped = Math.min(this.skip, this.rows.length - this.at);
      this.skip -= skipped;
      this.at += skipped;
      if (this.at < this.rows.length || this.received >= this.cursor.count) return;
      await this.fetch(options);
    }
  }

  private async fetch({ timeoutMs }: RequestOptions): Promise<void> {
    const { queryHandle, columns, count } = this.cursor;
    const reply = await this.link.request('fetch', timeoutMs, (connection) => connection.fetch(queryHandle));
    this.rows = readFetched(reply, columns.length, this.link.packageName);
    this.at = 0;
    const from = this.received + 1;
    this.received += this.rows.length;
    if (this.rows.length === 0 || this.received > count) {
      const place = { address: this.link.address, step: 'fetch' };
      const reason = `the rows from ${from} of ${count} on did not come: the result is not complete`;
      throw connectionLost(place, reason, { hint: 'Run the call again.' });
    }
  }

  private toRow(row: readonly unknown[]): Row {
    return this.cursor.columns.map((column, index) => {
      try {
        return readValue(row[index], column, this.cursor.exact);
      } catch (error) {
        if (!(error instanceof InexactValueError)) throw error;
        throw new DriverError(
          `The value of column ${JSON.stringify(column.name)} (${column.type}) is not shown, because ${error.reason} (driver package ${this.link.packageName}).`,
          {
            hint: 'Select it as text with CAST(… AS VARCHAR), or set CORADB_DRIVER=broker to use the built-in client.',
          },
        );
      }
    });
  }
}
