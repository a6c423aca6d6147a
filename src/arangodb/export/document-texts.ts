import type { QuerySink } from '../aql/run-query.js';
import type { ExportFormat } from './export-manifest.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** What a backslash and a letter stand for in JSON. */
const ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/**
 * Lays out rows that are texts of JSON documents as the lines of a file, piece by piece: neither a reply nor a document
 * is ever in memory whole.
 */
export class DocumentTexts implements QuerySink {
  /** Documents written. */
  documents = 0;
  /** False when a document came that was not wanted any more. */
  complete = true;
  private pending: Buffer[] = [];
  private begun = false;
  private inString = false;
  private escape = '';
  private highSurrogate = '';

  constructor(
    private readonly format: ExportFormat,
    private readonly limit: number,
    private readonly write: (data: Buffer) => Promise<void>,
    /** Told the number of documents written so far; must not throw. */
    private readonly onProgress: (documents: number) => void,
  ) {}

  get wantsMore(): boolean {
    return this.complete;
  }

  piece(bytes: Buffer): boolean {
    if (this.documents >= this.limit) return false;
    if (!this.begun) {
      this.begun = true;
      if (this.format === 'json') this.pending.push(Buffer.from(this.documents === 0 ? '\n' : ',\n'));
    }
    this.pending.push(this.unescaped(bytes));
    return true;
  }

  end(): void {
    this.begun = false;
    if (this.documents >= this.limit) {
      this.complete = false;
      return;
    }
    if (this.format === 'jsonl') this.pending.push(Buffer.from('\n'));
    this.documents++;
  }

  async drain(): Promise<void> {
    const data = Buffer.concat(this.pending);
    this.pending = [];
    if (data.length > 0) await this.write(data);
    this.onProgress(this.documents);
  }

  /** @throws SyntaxError for a row that is no text */
  private unescaped(bytes: Buffer): Buffer {
    // An escape is never shorter than what it stands for, but one may have begun in the piece before.
    const text = Buffer.allocUnsafe(bytes.length + 8);
    let length = 0;
    for (const byte of bytes) {
      if (this.escape !== '') {
        length += this.endEscape(byte, text, length);
      } else if (!this.inString) {
        if (byte !== QUOTE) throw new SyntaxError('a row of an export is a text');
        this.inString = true;
      } else if (byte === QUOTE) {
        this.inString = false;
      } else if (byte === BACKSLASH) {
        this.escape = '\\';
      } else {
        text[length++] = byte;
      }
    }
    return text.subarray(0, length);
  }

  /** @returns bytes written */
  private endEscape(byte: number, text: Buffer, at: number): number {
    if (this.escape === '\\' && byte !== LETTER_U) {
      this.escape = '';
      text[at] = ESCAPES.get(byte) ?? byte;
      return 1;
    }
    this.escape += String.fromCharCode(byte);
    if (this.escape.length < 6) return 0;
    const unit = String.fromCharCode(Number.parseInt(this.escape.slice(2), 16));
    this.escape = '';
    // The two halves of a character come one after the other.
    if (/[\ud800-\udbff]/.test(unit)) {
      this.highSurrogate = unit;
      return 0;
    }
    const character = this.highSurrogate + unit;
    this.highSurrogate = '';
    return text.write(character, at);
  }
}
