/** Above it the native decoder is the faster one, in bytes. */
const LONGEST = 48;

const UNITS = new Uint16Array(LONGEST);

/**
 * UTF-8 text of `bytes[start, end)`. A short text is decoded here, in a third of the time of a call into the native
 * decoder; long texts, characters beyond U+FFFF and anything that is not valid are left to that decoder.
 */
export function decodeUtf8(bytes: Buffer, start: number, end: number): string {
  const count = end - start > LONGEST ? -1 : readUnits(bytes, start, end);
  return count < 0 ? bytes.toString('utf8', start, end) : join(count);
}

/** Fills `UNITS`; gives their number, or -1 for what is left to the native decoder. */
function readUnits(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  let index = start;
  while (index < end) {
    const first = bytes[index] as number;
    let unit = first;
    if (first < 0x80) {
      index += 1;
    } else if (first < 0xc2) {
      return -1;
    } else if (first < 0xe0) {
      unit = ((first & 0x1f) << 6) | tail(bytes, index + 1, end);
      if (unit < 0) return -1;
      index += 2;
    } else if (first < 0xf0) {
      unit = ((first & 0x0f) << 12) | (tail(bytes, index + 1, end) << 6) | tail(bytes, index + 2, end);
      // Too long a form, or half of a surrogate pair.
      if (unit < 0x800 || (unit & 0xf800) === 0xd800) return -1;
      index += 3;
    } else {
      return -1;
    }
    UNITS[count] = unit;
    count += 1;
  }
  return count;
}

/** Six bits of a continuation byte; a negative number for any other byte, which makes the whole unit negative. */
function tail(bytes: Buffer, index: number, end: number): number {
  const byte = index < end ? (bytes[index] as number) : 0;
  return (byte & 0xc0) === 0x80 ? byte & 0x3f : -1;
}

function join(count: number): string {
  const units = UNITS as ArrayLike<number> as readonly number[];
  let text = '';
  let index = 0;
  for (; index + 4 <= count; index += 4) text += fourFrom(units, index);
  for (; index < count; index++) text += String.fromCharCode(units[index] as number);
  return text;
}

function fourFrom(units: readonly number[], at: number): string {
  return String.fromCharCode(
    units[at] as number,
    units[at + 1] as number,
    units[at + 2] as number,
    units[at + 3] as number,
  );
}
