import type { Connection } from '../driver.js';
import type { Parameter, Row } from '../value.js';
import { CallError } from '../../errors/call-error.js';
import { CatalogRow } from './catalog-row.js';

const ROWS_PER_READ = 1_000;

/** The time limit of the call ended while the catalog was being read. */
export class CatalogTimeLimitError extends CallError {
  constructor(timeoutMs: number) {
    super('guard', `The schema could not be read within ${timeoutMs} ms`, {
      hint: 'Ask for one object, or for less detail.',
    });
  }
}

/** Runs catalog queries on a connection one after the other, all under one time limit. */
export class CatalogSession {
  #statements = 0;
  readonly #done = new Set<string>();
  readonly #endsAt: number;

  /** @param timeoutMs limit for all queries together, in ms; 0 for none */
  constructor(
    private readonly connection: Connection,
    private readonly timeoutMs: number,
  ) {
    this.#endsAt = timeoutMs === 0 ? Infinity : performance.now() + timeoutMs;
  }

  /** Statements run so far. */
  get statements(): number {
    return this.#statements;
  }

  /** Time left, in ms; 0 when there is no limit. */
  get remainingMs(): number {
    if (this.#endsAt === Infinity) return 0;
    const left = Math.ceil(this.#endsAt - performance.now());
    if (left <= 0) throw new CatalogTimeLimitError(this.timeoutMs);
    return left;
  }

  /** True when less than `reserveMs` is left. */
  isShort(reserveMs: number): boolean {
    return this.#endsAt - performance.now() < reserveMs;
  }

  /** All rows of one query. @throws EngineError, CatalogTimeLimitError */
  async query(sql: string, params: readonly Parameter[] = []): Promise<readonly CatalogRow[]> {
    this.#statements += 1;
    const statement = await this.connection.prepare(sql, { timeoutMs: this.remainingMs });
    try {
      const execution = await statement.execute(params, {
        timeoutMs: this.remainingMs,
        skip: 0,
        maxRows: 0,
      });
      if (!execution.resultSet) return [];
      const rows: Row[] = [];
      for (;;) {
        const batch = await execution.resultSet.read(ROWS_PER_READ, { timeoutMs: this.remainingMs });
        if (batch.length === 0) break;
        rows.push(...batch);
      }
      const positions = new Map(
        statement.columns.map((column, position) => [column.name.toLowerCase(), position] as const),
      );
      return rows.map((row) => new CatalogRow(positions, row));
    } finally {
      await statement.close();
    }
  }

  /** Runs a statement without rows, such as setting the lock time-out; the same text again does nothing. */
  async runOnce(sql: string): Promise<void> {
    if (this.#done.has(sql)) return;
    this.#done.add(sql);
    this.#statements += 1;
    const statement = await this.connection.prepare(sql, { timeoutMs: this.remainingMs });
    try {
      await statement.execute([], { timeoutMs: this.remainingMs, skip: 0, maxRows: 0 });
    } finally {
      await statement.close();
    }
  }

  /** Ends the transaction, which gives back the schema locks a SHOW statement took (catalog, §10). */
  async rollback(): Promise<void> {
    await this.connection.rollback({ timeoutMs: this.remainingMs });
  }
}
