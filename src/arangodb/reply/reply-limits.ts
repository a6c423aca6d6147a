import { beginningOf } from '../../text/cut-text.js';

/** Longest beginning that is shown of a value which does not fit into a reply, in UTF-16 units. */
const SHOWN_CHARS = 2_000;

/** Limits of one reply; counts what they took away, so that the reply can say so. */
export class ReplyLimits {
  /** Strings that were cut. */
  cellsCut = 0;
  /** List entries left out because the reply would have become too large. */
  omitted = 0;
  private used = 0;

  /** Both limits in UTF-16 units. */
  constructor(
    readonly maxCellChars: number,
    readonly maxResponseChars: number,
  ) {}

  /** What may still be added, in UTF-16 units. */
  get left(): number {
    return Math.max(0, this.maxResponseChars - this.used);
  }

  /** Adds text of this length when it fits. */
  take(chars: number): boolean {
    if (chars > this.left) return false;
    this.used += chars;
    return true;
  }

  /** The entries that fit, their long strings cut. Of a first one that does not fit, the beginning is shown. */
  fitting(entries: readonly unknown[]): unknown[] {
    const shown: unknown[] = [];
    for (const entry of entries) {
      const cutsBefore = this.cellsCut;
      const cut = this.cut(entry);
      const text = JSON.stringify(cut) ?? 'null';
      if (!this.take(text.length)) {
        this.cellsCut = cutsBefore;
        if (shown.length === 0) shown.push(this.beginning(text, text.length));
        break;
      }
      shown.push(cut);
    }
    this.omitted += entries.length - shown.length;
    return shown;
  }

  /** What is shown of a value that is larger than a reply may be. @param chars length of its whole JSON text */
  beginning(text: string, chars: number): string {
    this.cellsCut++;
    const shown = beginningOf(text, Math.min(SHOWN_CHARS, this.left));
    this.take(shown.length);
    return `${shown}… [cut; ${chars} characters of JSON in all]`;
  }

  /** The value with its long strings cut. */
  cut(value: unknown): unknown {
    if (typeof value === 'string') return this.cutText(value);
    if (Array.isArray(value)) return value.map((element) => this.cut(element));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.cut(inner)]));
  }

  /** What to add to a reply; empty when nothing was taken away. */
  report(): { cellsCut?: number; omittedForSize?: number } {
    return {
      ...(this.cellsCut > 0 && { cellsCut: this.cellsCut }),
      ...(this.omitted > 0 && { omittedForSize: this.omitted }),
    };
  }

  private cutText(text: string): string {
    if (text.length <= this.maxCellChars) return text;
    this.cellsCut++;
    return `${beginningOf(text, this.maxCellChars)}… [cut; ${text.length} characters in all]`;
  }
}
