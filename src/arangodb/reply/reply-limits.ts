/** Limits of one reply; counts what they took away, so that the reply can say so. */
export class ReplyLimits {
  /** Strings that were cut. */
  cellsCut = 0;
  /** List entries left out because the reply would have become too large. */
  omitted = 0;
  private used = 0;

  /** Both limits in UTF-16 units. */
  constructor(
    private readonly maxCellChars: number,
    private readonly maxResponseChars: number,
  ) {}

  /** The entries that fit, their long strings cut; the first one always does. */
  fitting(entries: readonly unknown[]): unknown[] {
    const shown: unknown[] = [];
    for (const entry of entries) {
      const cutsBefore = this.cellsCut;
      const cut = this.cut(entry);
      this.used += (JSON.stringify(cut) ?? 'null').length;
      if (this.used > this.maxResponseChars && shown.length > 0) {
        this.cellsCut = cutsBefore;
        break;
      }
      shown.push(cut);
    }
    this.omitted += entries.length - shown.length;
    return shown;
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
    const splitsPair = /[\ud800-\udbff]/.test(text[this.maxCellChars - 1] ?? '');
    const end = splitsPair ? this.maxCellChars - 1 : this.maxCellChars;
    return `${text.slice(0, end)}… [cut; ${text.length} characters in all]`;
  }
}
