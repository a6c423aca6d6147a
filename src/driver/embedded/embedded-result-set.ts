import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import type { CallError } from '../../errors/call-error.js';
import type { RequestOptions, ResultSet } from '../driver.js';
import { ConnectionLostError } from '../driver-errors.js';
import type { Row, Value } from '../value.js';
import { interruptedError } from './rules/engine-error-mapping.js';
import type { RequestGate, RunningRequest } from './request-gate.js';
import { numberFields } from './struct-fields.js';
import { toValue } from './value-conversion.js';

/** Text and binary data of one read at most, beside its last row: reading must not take more memory than a reply. */
const MAX_CHARS = 2_000_000;

/**
 * Rows of a streaming DuckDB result. Chunks come one at a time (2048 rows), so memory stays bounded however long the
 * result is; counting looks at chunk sizes only.
 */
export class EmbeddedResultSet implements ResultSet {
  #chunk: DuckDBDataChunk | undefined;
  /** Row of the chunk that is read next. */
  #next = 0;
  #seen = 0;
  #skip: number;
  #ended = false;
  #stopped: CallError | undefined;

  /**
   * @param skip rows to leave out at the start
   * @param verifyEnd tells an ended result from one that failed after its first rows: DuckDB's fetch reports both alike
   */
  constructor(
    private readonly gate: RequestGate,
    private readonly result: DuckDBResult,
    skip: number,
    private readonly verifyEnd: () => Promise<void>,
  ) {
    this.#skip = skip;
  }

  /** Makes every later read fail as interrupted; for a cancel that arrives between two reads. */
  cancel(): void {
    if (!this.#ended) this.#stopped ??= interruptedError();
  }

  /** Makes every later read fail: the connection has moved on, which ended the result before its last row. */
  supersede(): void {
    if (this.#ended) return;
    this.#stopped ??= new ConnectionLostError(
      'The result set was closed by a later request of the same connection.',
    );
  }

  async read(count: number, options: RequestOptions): Promise<readonly Row[]> {
    return this.gate.run(options.timeoutMs, async (request) => {
      const rows: Row[] = [];
      let chars = 0;
      while (rows.length < count && chars < MAX_CHARS) {
        const row = this.#nextRow();
        if (row !== undefined) {
          rows.push(row);
          chars += charsOf(row);
        } else if (!(await this.#fetch(request))) break;
      }
      return rows;
    });
  }

  async countRows(options: RequestOptions): Promise<number> {
    return this.gate.run(options.timeoutMs, async (request) => {
      while (await this.#fetch(request));
      return this.#seen;
    });
  }

  /** Converts one row only when it is wanted: a chunk of long texts would need many times its memory. */
  #nextRow(): Row | undefined {
    if (this.#chunk === undefined || this.#next >= this.#chunk.rowCount) return undefined;
    const row = this.#chunk.getRowValues(this.#next).map(toValue);
    this.#next += 1;
    return row;
  }

  /** @returns whether there was another chunk */
  async #fetch(request: RunningRequest): Promise<boolean> {
    this.#chunk = undefined;
    if (this.#ended) return false;
    request.throwIfStopped();
    if (this.#stopped !== undefined) throw this.#stopped;
    const chunk = await this.result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) {
      request.throwIfStopped();
      await this.verifyEnd();
      this.#ended = true;
      return false;
    }
    for (let column = 0; column < chunk.columnCount; column += 1)
      numberFields(chunk.getColumnVector(column).type);
    this.#seen += chunk.rowCount;
    this.#next = Math.min(this.#skip, chunk.rowCount);
    this.#skip -= this.#next;
    this.#chunk = chunk;
    return true;
  }
}

function charsOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.length;
  return Array.isArray(value)
    ? (value as readonly Value[]).reduce<number>((sum, item) => sum + charsOf(item), 8)
    : 8;
}
