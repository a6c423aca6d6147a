import { InputError } from '../../../../errors/call-error.js';
import { type Charset, encodeText, UnfitValueError } from './charset.js';

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
