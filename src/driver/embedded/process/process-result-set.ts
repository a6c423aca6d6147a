import type { RequestOptions, ResultSet } from '../../driver.js';
import { ConnectionLostError } from '../../driver-errors.js';
import type { Row } from '../../value.js';
import { interruptedError } from '../rules/engine-error-mapping.js';
import { fromErrorMessage } from './error-message.js';
import type { Batch, Executed } from './messages.js';
import { unpackRows } from './packed-rows.js';
import type { ProcessConnection } from './process-connection.js';

/** Batches that are asked for before they are wanted: one on its way, and one that the engine works on. */
const AHEAD = 2;

/**
 * Rows of a result in the engine's process. From the second batch on the next ones are asked for before they are wanted,
 * so that both processes work; only so many, so that memory stays bounded.
 */
export class ProcessResultSet implements ResultSet {
  #rows: readonly Row[] = [];
  /** Rows of the whole result, when its end has come over. */
  #total: number | undefined;
  #failure: Error | undefined;
  readonly #ahead: Promise<Batch>[] = [];

  /** @param first what came with the execution */
  constructor(
    private readonly connection: ProcessConnection,
    private readonly self: { readonly connection: number; readonly statement: number },
    private readonly sql: string,
    first: NonNullable<Executed['first']>,
  ) {
    if ('error' in first) this.#failure = fromErrorMessage(first.error);
    else this.#take(first);
  }

  /** Makes every later read fail as interrupted; for a cancel that arrives between two reads. */
  cancel(): void {
    this.#fail(interruptedError());
  }

  /** Makes every later read fail: the connection has moved on, which ended the result before its last row. */
  supersede(): void {
    this.#fail(
      new ConnectionLostError('The result set was closed by a later request of the same connection.'),
    );
  }

  async read(count: number, { timeoutMs }: RequestOptions): Promise<readonly Row[]> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#rows.length === 0 && this.#total === undefined) {
      while (this.#ahead.length <= AHEAD) this.#ahead.push(this.#ask(count, timeoutMs));
      const next = await this.#ahead.shift();
      if (next !== undefined) this.#take(next);
    }
    const rows = this.#rows.slice(0, count);
    this.#rows = this.#rows.slice(count);
    return rows;
  }

  async countRows({ timeoutMs }: RequestOptions): Promise<number> {
    if (this.#failure !== undefined) throw this.#failure;
    const { connection, self, sql } = this;
    for (const batch of this.#ahead.splice(0)) this.#total = (await batch).total ?? this.#total;
    this.#total ??= await connection.request('countRows', { ...self, timeoutMs }, { sql });
    this.#rows = [];
    return this.#total;
  }

  #ask(count: number, timeoutMs: number): Promise<Batch> {
    const { connection, self, sql } = this;
    const batch = connection.request('read', { ...self, count, timeoutMs }, { sql });
    // It is told to whoever takes the batch; nobody may.
    batch.catch(() => undefined);
    return batch;
  }

  #take({ rows, total }: Batch): void {
    this.#rows = unpackRows(rows);
    this.#total = total;
  }

  /** What has been read to its end stays so. */
  #fail(error: Error): void {
    if (this.#total === undefined || this.#rows.length > 0) this.#failure ??= error;
  }
}
