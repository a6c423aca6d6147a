import { connectionLost } from '../wire/broker-failure.js';
import type { RequestOptions, ResultSet } from '../../driver.js';
import { DriverError } from '../../driver-errors.js';
import type { Row } from '../../value.js';
import type { Answer, PackageLink } from './package-link.js';

export interface PackageCursor {
  readonly queryHandle: unknown;
  /** Rows of the whole result. */
  readonly count: number;
  /** Rows to skip: the package cannot fetch from a position, so they travel all the same. */
  readonly skip: number;
  /** Rows that came with the result, from row 1 on. */
  readonly first: readonly Row[];
  /** Rows of a later reply. */
  readonly next: (answer: Answer) => readonly Row[];
}

/** Rows of a SELECT, fetched one reply at a time; holds the rows of one reply at most. */
export class PackageResultSet implements ResultSet {
  private rows: readonly Row[];
  private at = 0;
  /** Rows that came so far, those of `rows` included. */
  private received: number;
  private skip: number;
  private counted = false;

  constructor(
    private readonly link: PackageLink,
    private readonly cursor: PackageCursor,
  ) {
    this.rows = cursor.first;
    this.received = cursor.first.length;
    this.skip = cursor.skip;
  }

  /** @throws DriverError for a value the package did not read exactly; ConnectionLostError */
  async read(count: number, options: RequestOptions): Promise<readonly Row[]> {
    if (this.counted) throw new DriverError('A result set cannot be read after its rows were counted');
    await this.advance(options);
    const rows = this.rows.slice(this.at, this.at + Math.max(0, count));
    this.at += rows.length;
    return rows;
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
    const { queryHandle, next, count } = this.cursor;
    this.rows = next(await this.link.ask('fetch', timeoutMs, (connection) => connection.fetch(queryHandle)));
    this.at = 0;
    const from = this.received + 1;
    this.received += this.rows.length;
    if (this.rows.length === 0 || this.received > count) {
      const place = { address: this.link.address, step: 'fetch' };
      const reason = `the rows from ${from} of ${count} on did not come: the result is not complete`;
      throw connectionLost(place, reason, { hint: 'Run the call again.' });
    }
  }
}
