/** Receives the rows of a reply piece by piece, as JSON text in UTF-8. */
export interface RowSink {
  /** A piece of the row at hand. @returns false when nothing of it is kept */
  piece(bytes: Buffer): boolean;
  /** The row at hand is whole. */
  end(): void;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Enough to recognise the name in front of a list. */
const NAME_BYTES = 64;
const ROWS_FOLLOW = /"result"\s*:\s*$/;

/**
 * Splits the text of a reply into its rows and the rest while it comes in, so that nothing has to be kept whole. The
 * rows are the elements of the list `result`, or of the reply itself where that is a list; a reply that is one document
 * is one row.
 */
export class RowSplitter {
  /** Bytes since something was last kept. */
  skipped = 0;
  /** Containers that are open. */
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** Depth of the list whose elements are rows, while it is open. */
  private rowDepth?: number;
  private rowStarted = false;
  private readonly rest: Buffer[] = [];
  private tail = Buffer.alloc(0);
  restBytes = 0;

  /** @param rows where they stand: in `result`, or in the reply itself */
  constructor(
    private readonly sink: RowSink,
    private readonly rows: 'in result' | 'at the top',
  ) {}

  /** The reply without its rows. */
  get envelope(): string {
    return Buffer.concat(this.rest).toString();
  }

  /** True when every container was closed again. */
  get whole(): boolean {
    return this.depth === 0 && !this.inString;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index];
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) this.inString = false;
      } else if (byte === QUOTE) {
        this.inString = true;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.depth++;
        if (this.rowDepth === undefined && this.opensRows(byte, chunk.subarray(from, index))) {
          // A document at the top is itself the row; a list is not part of its rows.
          const next = byte === OPEN_LIST ? index + 1 : index;
          this.keep(chunk.subarray(from, next));
          from = next;
          this.rowDepth = byte === OPEN_LIST ? this.depth : 0;
        }
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (this.depth === this.rowDepth) {
          this.endRow(chunk.subarray(from, index));
          from = index;
          this.rowDepth = undefined;
        }
        this.depth--;
        if (this.depth === 0 && this.rowDepth === 0) {
          this.endRow(chunk.subarray(from, index + 1));
          from = index + 1;
        }
      } else if (byte === COMMA && this.depth === this.rowDepth) {
        this.endRow(chunk.subarray(from, index));
        from = index + 1;
      }
    }
    const left = chunk.subarray(from);
    if (this.rowDepth === undefined || (this.rowDepth === 0 && this.depth === 0)) this.keep(left);
    else this.row(left);
  }

  private opensRows(byte: number, before: Buffer): boolean {
    if (this.rows === 'at the top') return this.depth === 1 && this.restBytes + before.length < NAME_BYTES;
    if (byte !== OPEN_LIST || this.depth !== 2) return false;
    return ROWS_FOLLOW.test(Buffer.concat([this.tail, before]).subarray(-NAME_BYTES).toString('latin1'));
  }

  private keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    // A copy: a part of a chunk would keep the whole chunk in memory.
    this.rest.push(Buffer.from(bytes));
    this.restBytes += bytes.length;
    // Of a long piece its end alone: what is copied here is garbage at the next piece.
    this.tail = Buffer.concat([this.tail, bytes.subarray(-NAME_BYTES)]).subarray(-NAME_BYTES);
  }

  private row(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (!this.rowStarted && isBlank(bytes)) {
      this.skipped += bytes.length;
      return;
    }
    this.rowStarted = true;
    if (this.sink.piece(bytes)) this.skipped = 0;
    else this.skipped += bytes.length;
  }

  private endRow(bytes: Buffer): void {
    this.row(bytes);
    if (this.rowStarted) this.sink.end();
    this.rowStarted = false;
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}
