/** Longer texts are decoded on their own, and replies beyond this size are not decoded as a whole, in bytes. */
const LONGEST_TEXT = 512;
const LONGEST_REPLY = 256 * 1024;

/**
 * Short ASCII texts of one reply. The reply is turned into a string once, one character a byte, and the texts are
 * slices of it: a third of the time that decoding each one takes. The slices keep that string (16 KiB for an
 * ordinary reply) as long as they live.
 */
export class AsciiText {
  private characters: string | undefined;

  constructor(private readonly buffer: Buffer) {}

  /** Text of `buffer[start, end)`, or undefined when it is long or not ASCII. */
  slice(start: number, end: number): string | undefined {
    const { buffer } = this;
    if (end - start > LONGEST_TEXT || buffer.length > LONGEST_REPLY) return undefined;
    for (let index = start; index < end; index++) {
      if ((buffer[index] as number) > 0x7f) return undefined;
    }
    this.characters ??= buffer.toString('latin1');
    return this.characters.slice(start, end);
  }
}
