/** A place in the caller's SQL. `line` and `column` count from 1, `offset` in UTF-16 units from 0. */
export interface SqlPosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/**
 * Turns offsets of one text into lines and columns, both from 1; lines end at LF, columns count UTF-16 units.
 * Offsets must be asked in rising order, so that the whole text is read once.
 */
export class LineCounter {
  private line = 1;
  private lineStart = 0;
  private lineEnd: number;

  constructor(private readonly text: string) {
    this.lineEnd = this.findLineEnd();
  }

  /** @param offset not smaller than the one before */
  positionAt(offset: number): SqlPosition {
    while (this.lineEnd < offset) {
      this.line += 1;
      this.lineStart = this.lineEnd + 1;
      this.lineEnd = this.findLineEnd();
    }
    return { offset, line: this.line, column: offset - this.lineStart + 1 };
  }

  private findLineEnd(): number {
    const found = this.text.indexOf('\n', this.lineStart);
    return found < 0 ? Infinity : found;
  }
}

/** Line and column of one offset. */
export function positionAt(text: string, offset: number): SqlPosition {
  return new LineCounter(text).positionAt(offset);
}

/** `line 3, column 14`, as messages name a place. */
export function describePosition(position: SqlPosition): string {
  return `line ${position.line}, column ${position.column}`;
}
