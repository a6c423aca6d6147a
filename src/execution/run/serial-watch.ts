import { CallError } from '../../errors/call-error.js';
import type { CounterValues } from '../../driver/dialect.js';
import type { CallContext } from './call-context.js';
import { CallStoppedError } from '../../limits/call-stopped-error.js';

/**
 * Sees which serials a script moves where the dialect can read them exactly, also through a view, a column's default or a macro, where the
 * text of the statement does not show it. A step of another call at the same time is seen as well.
 */
export class SerialWatch {
  private readonly movedBy = new Map<string, Set<number>>();
  private last: CounterValues;
  private blind = false;

  private constructor(
    private readonly context: CallContext,
    private readonly first: CounterValues,
  ) {
    this.last = first;
  }

  /**
   * @returns undefined when there is nothing to watch: another engine, or no serial
   * @throws CallStoppedError; any other failure only leaves the watch blind, for what it shows is a remark
   */
  static async begin(context: CallContext): Promise<SerialWatch | undefined> {
    if (context.connection.dialect.readCounters === undefined) return undefined;
    const watch = new SerialWatch(context, new Map());
    const values = await watch.readWithin();
    if (values === undefined) return watch;
    return values.size === 0 ? undefined : new SerialWatch(context, values);
  }

  /** Between two statements: looks at what the first of them moved. @throws CallStoppedError */
  async look(index: number): Promise<void> {
    const values = await this.readWithin();
    if (values !== undefined) this.compare(values, index);
  }

  /**
   * After the rollback: the serials that stay moved, by the statements that moved them. What the call itself had made
   * is gone, and what it had replaced is back. Undefined when that could not be seen.
   * @param lastAt the statement that ran last; when it failed, the engine may answer nothing before the rollback
   */
  async stayed(lastAt: number): Promise<ReadonlyMap<number, readonly string[]> | undefined> {
    if (this.blind) return undefined;
    const now = await this.context.stoppable.lookAfterEnd((timeoutMs) => this.readValues(timeoutMs));
    if (now === undefined) return undefined;
    this.compare(now, lastAt);
    const stayed = new Map<number, string[]>();
    for (const [name, indexes] of this.movedBy) {
      if (now.get(name) === this.first.get(name)) continue;
      for (const index of indexes) stayed.set(index, [...(stayed.get(index) ?? []), name]);
    }
    return stayed;
  }

  private async readWithin(): Promise<CounterValues | undefined> {
    if (this.blind) return undefined;
    try {
      return await this.context.stoppable.run((timeoutMs) => this.readValues(timeoutMs));
    } catch (error) {
      if (error instanceof CallStoppedError || !(error instanceof CallError)) throw error;
      this.blind = true;
      return undefined;
    }
  }

  private async readValues(timeoutMs: number): Promise<CounterValues> {
    const { connection } = this.context;
    return (await connection.dialect.readCounters?.(connection, timeoutMs)) ?? new Map();
  }

  private compare(now: CounterValues, index: number): void {
    for (const [name, value] of now) {
      if (!this.first.has(name) || this.last.get(name) === value) continue;
      this.movedBy.set(name, (this.movedBy.get(name) ?? new Set()).add(index));
    }
    this.last = now;
  }
}
