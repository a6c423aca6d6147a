import { isUtf8 } from 'node:buffer';

const LINE_FEED = 0x0a;

/** Why a line was not read. */
export type UnreadLine = 'too long' | 'not UTF-8';

/**
 * Cuts what comes in into lines. A line longer than the limit is told as such once, and its bytes are not kept; bytes
 * that are no UTF-8 are not read as U+FFFD, which would then be what a statement saves.
 */
export class LineReader {
  private parts: Buffer[] = [];
  private bytes = 0;
  private dropping = false;

  /**
   * @param maxBytes longest line that is kept
   * @param onLine the line without its end
   * @param onUnread told in place of a line that is not read
   */
  constructor(
    private readonly maxBytes: number,
    private readonly onLine: (line: string) => void,
    private readonly onUnread: (why: UnreadLine) => void,
  ) {}

  push(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      this.keep(chunk.subarray(from, end));
      this.flush();
      this.dropping = false;
      from = end + 1;
    }
    this.keep(chunk.subarray(from));
  }

  /** The input is over: what stands behind the last line end is a line too. */
  end(): void {
    this.flush();
  }

  private keep(part: Buffer): void {
    if (this.dropping || part.length === 0) return;
    this.bytes += part.length;
    if (this.bytes <= this.maxBytes) {
      this.parts.push(part);
      return;
    }
    this.dropping = true;
    this.clear();
    this.onUnread('too long');
  }

  private flush(): void {
    if (this.bytes === 0) return;
    const line = Buffer.concat(this.parts);
    this.clear();
    if (isUtf8(line)) this.onLine(line.toString('utf8'));
    else this.onUnread('not UTF-8');
  }

  private clear(): void {
    this.parts = [];
    this.bytes = 0;
  }
}
