import iconv from 'iconv-lite';
import { InputError } from '../../../../errors/call-error.js';
import { decodeUtf8 } from './short-utf8.js';

/** How text is written on the wire. `binary` marks a string column whose bytes are no text (cas-protocol §5.1). */
export type Charset = 'utf-8' | 'iso-8859-1' | 'euc-kr' | 'binary';

/** A value cannot be written as the bytes that were asked for; the caller knows where it came from. */
export class UnfitValueError extends Error {}

/**
 * The charset that the three low bits of a type field name. 0 (ASCII) and 1 (raw bits) say nothing about text,
 * there the charset of the database holds.
 */
export function charsetFromBits(bits: number, database: Charset): Charset {
  switch (bits) {
    case 2:
      return 'binary';
    case 3:
      return 'iso-8859-1';
    case 4:
      return 'euc-kr';
    case 5:
      return 'utf-8';
    default:
      return database;
  }
}

/** Text of `bytes[start, end)`. Bytes that are not valid in the charset become U+FFFD. */
export function decodeText(bytes: Buffer, start: number, end: number, charset: Charset): string {
  switch (charset) {
    case 'utf-8':
      return decodeUtf8(bytes, start, end);
    case 'euc-kr':
      return iconv.decode(bytes.subarray(start, end), 'euc-kr');
    default:
      return bytes.toString('latin1', start, end);
  }
}

/** True when the text is the same bytes in every charset a database can have. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/**
 * Bytes of `text`, without a terminating NUL.
 * @throws UnfitValueError when a character does not exist in the charset
 */
export function encodeText(text: string, charset: Charset): Buffer {
  const bytes =
    charset === 'euc-kr' ? iconv.encode(text, 'euc-kr') : Buffer.from(text, nodeEncoding(charset));
  if (!isAscii(text) && decodeText(bytes, 0, bytes.length, charset) !== text) {
    throw new UnfitValueError(`text without a character that ${charset} cannot express`);
  }
  return bytes;
}

function nodeEncoding(charset: Charset): 'utf8' | 'latin1' {
  return charset === 'utf-8' ? 'utf8' : 'latin1';
}

/**
 * SQL text or a name in the charset of the database, without the terminating NUL.
 * @throws InputError for a NUL (the server would silently drop what follows it, cas-protocol §3.1), and for a
 * character the charset does not have
 */
export function encodeSqlText(text: string, charset: Charset): Buffer {
  const nul = text.indexOf('\0');
  if (nul >= 0) throw new InputError(`The SQL text contains a NUL character at offset ${nul}`);
  try {
    return encodeText(text, charset);
  } catch (error) {
    if (!(error instanceof UnfitValueError)) throw error;
    throw new InputError(
      `The SQL text contains a character that the database charset ${charset} cannot express`,
    );
  }
}
