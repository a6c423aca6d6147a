import { CutJson } from './cut-json.js';
import { parseExactly } from './exact-json.js';
import type { ReplyLimits } from './reply-limits.js';
import type { RowSink } from './row-splitter.js';

/** Keeps the rows that fit into a reply, each as it comes in, and counts the others. */
export class RowCollector implements RowSink {
  readonly rows: unknown[] = [];
  /** Rows that came, kept or not. */
  seen = 0;
  /** A row did not fit; those behind it are left out too. */
  full = false;
  private current?: CutJson;

  /**
   * @param limit most rows kept
   * @param inspect sees every row, kept or not; of one that is larger than a reply the beginning of its text
   */
  constructor(
    private readonly limits: ReplyLimits,
    private readonly limit: number,
    private readonly inspect?: (row: unknown, beginning?: string) => void,
  ) {}

  get wantsMore(): boolean {
    return !this.full && this.seen <= this.limit;
  }

  piece(bytes: Buffer): boolean {
    const { maxCellChars, maxResponseChars, left } = this.limits;
    const wanted = !this.full && this.rows.length < this.limit;
    const room = this.inspect ? maxResponseChars : wanted ? left : 0;
    this.current ??= new CutJson(maxCellChars, room);
    return this.current.push(bytes);
  }

  /** @throws SyntaxError for a row that is no JSON */
  end(): void {
    const { current } = this;
    this.current = undefined;
    if (!current) return;
    this.seen++;
    const row = current.overflow ? undefined : parseExactly(current.text);
    if (current.overflow) this.inspect?.(undefined, current.text);
    else this.inspect?.(row);
    if (this.seen > this.limit) return;
    if (!this.full && !current.overflow && this.limits.take(current.text.length)) {
      this.rows.push(row);
      this.limits.cellsCut += current.cuts;
      return;
    }
    if (!this.full && this.rows.length === 0)
      this.rows.push(this.limits.beginning(current.text, current.chars));
    else this.limits.omitted++;
    this.full = true;
  }
}
