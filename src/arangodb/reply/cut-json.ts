/** Deepest nesting of a row that is taken apart; ArangoDB itself stops at 200. */
const MAX_DEPTH = 500;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The JSON text of one value with its long strings cut, made while the value comes in; attribute names are kept. */
export class CutJson {
  /** Length of the value's text in UTF-16 units, as it came. */
  chars = 0;
  /** Strings that were cut. */
  cuts = 0;
  /** True when the text is longer or nested deeper than allowed; then `text` is only its beginning. */
  overflow = false;

  private readonly parts: Buffer[] = [];
  private kept = 0;
  private inString = false;
  private escaped = false;
  private isName = false;
  private nameNext = false;
  /** True for an object, false for a list, outermost first. */
  private readonly open: boolean[] = [];
  private stringChars = 0;
  private dropping = false;

  /** Both limits in UTF-16 units. */
  constructor(
    private readonly maxStringChars: number,
    private readonly maxChars: number,
  ) {}

  get text(): string {
    return Buffer.concat(this.parts).toString();
  }

  /** @returns false when nothing of the piece was kept */
  push(chunk: Buffer): boolean {
    const before = this.parts.length;
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0;
      // Bytes that continue a character of UTF-8 count nothing; one of four bytes is two units.
      const units = (byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1;
      this.chars += units;
      if (this.overflow) continue;
      if (!this.inString) {
        this.structure(byte);
      } else if (this.escaped) {
        this.escaped = false;
        // Of the six characters of an escape like u00e9 only one counts.
        if (byte === 0x75) this.stringChars -= 4;
      } else if (byte === QUOTE) {
        this.inString = false;
        if (this.dropping) {
          this.take(Buffer.from(`… [cut; ${this.stringChars} characters in all]`));
          from = index;
          this.dropping = false;
        }
      } else {
        if (!this.isName && !this.dropping && this.stringChars + units > this.maxStringChars) {
          this.take(chunk.subarray(from, index));
          this.dropping = true;
          this.cuts++;
        }
        this.stringChars += units;
        if (byte === BACKSLASH) this.escaped = true;
      }
      if (!this.dropping) this.kept += units;
      if (this.kept > this.maxChars || this.open.length > MAX_DEPTH) {
        if (!this.dropping) this.take(chunk.subarray(from, index));
        this.overflow = true;
      }
    }
    if (!this.overflow && !this.dropping) this.take(chunk.subarray(from));
    return this.parts.length > before;
  }

  private structure(byte: number): void {
    if (byte === QUOTE) {
      this.inString = true;
      this.stringChars = 0;
      this.isName = this.nameNext;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      this.open.push(byte === OPEN_OBJECT);
      this.nameNext = byte === OPEN_OBJECT;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      this.open.pop();
    } else if (byte === COLON) {
      this.nameNext = false;
    } else if (byte === COMMA) {
      this.nameNext = this.open.at(-1) === true;
    }
  }

  private take(bytes: Buffer): void {
    // A copy: a part of a chunk would keep the whole chunk in memory.
    if (bytes.length > 0) this.parts.push(Buffer.from(bytes));
  }
}
