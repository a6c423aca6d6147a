import type { RequestOptions, ResultSet } from '../../driver.js';
import { BrokerError, DriverError } from '../../driver-errors.js';
import type { Row } from '../../value.js';
import { placed } from './broker-failure.js';
import type { ColumnRecord } from './messages/column-record.js';
import { decodeFetch, encodeFetch } from './messages/execute.js';
import { FunctionCode } from './framing.js';
import type { BrokerSession } from './session.js';

export interface CursorOptions {
  readonly handle: number;
  readonly statementType: number;
  readonly columns: readonly ColumnRecord[];
  /** Rows of the whole result, as EXECUTE counted them. */
  readonly count: number;
  /** Rows to skip. */
  readonly skip: number;
}

/**
 * Rows of a SELECT, fetched by position. The row count of EXECUTE says where the end is: a FETCH at count + 1 is an
 * error, and a result that ends earlier has lost rows (cas-protocol §4.6). Holds the rows of one reply at most.
 */
export class BrokerResultSet implements ResultSet {
  readonly #session: BrokerSession;
  readonly #cursor: CursorOptions;
  /** Rows of the last reply, of which those from `#at` on were not handed out yet. */
  #rows: readonly Row[];
  #at = 0;
  /** Number of the next row that must be fetched, from 1. */
  #position: number;
  #counted = false;

  /**
   * @param first rows that came with EXECUTE, from row 1 on
   * @throws BrokerError when they are more than the result has
   */
  constructor(session: BrokerSession, cursor: CursorOptions, first: readonly Row[]) {
    this.#session = session;
    this.#cursor = cursor;
    if (first.length > cursor.count) {
      const place = { address: session.address, step: 'execute' };
      throw new BrokerError(placed(place, `${first.length} rows came, but the result has ${cursor.count}`));
    }
    this.#rows = first;
    this.#position = cursor.skip + first.length + 1;
  }

  async read(count: number, options: RequestOptions): Promise<readonly Row[]> {
    if (this.#counted) throw new DriverError('A result set cannot be read after its rows were counted');
    if (this.#at >= this.#rows.length && this.#position <= this.#cursor.count) await this.#fetch(options);
    const rows = this.#rows.slice(this.#at, this.#at + Math.max(0, count));
    this.#at += rows.length;
    return rows;
  }

  countRows(_options: RequestOptions): Promise<number> {
    this.#counted = true;
    this.#rows = [];
    return Promise.resolve(this.#cursor.count);
  }

  async #fetch({ timeoutMs }: RequestOptions): Promise<void> {
    const { handle, columns, statementType, count } = this.#cursor;
    const position = this.#position;
    const reply = await this.#session.request(
      {
        step: 'fetch',
        functionCode: FunctionCode.FETCH,
        args: encodeFetch({ handle, position }),
        decode: (body, context) => decodeFetch(body, { ...context, columns, statementType }),
        cancellable: true,
      },
      timeoutMs,
    );
    const expectedLast = position + reply.rows.length - 1;
    if (reply.rows.length === 0 || reply.lastRowNumber !== expectedLast || expectedLast > count) {
      const place = { address: this.#session.address, step: 'fetch' };
      throw new BrokerError(
        placed(place, `the rows from ${position} of ${count} on did not come: the result is not complete`),
        { hint: 'Run the call again.' },
      );
    }
    this.#rows = reply.rows;
    this.#at = 0;
    this.#position = expectedLast + 1;
  }
}
