import type { LexicalSettings } from '../../../sql/lexical-settings.js';
import { DriverError } from '../../driver-errors.js';
import { charsetFromBits } from './codec/charset.js';
import { FunctionCode } from './messages/function-code.js';
import { decodePrepareAndExecute, encodePrepareAndExecute } from './messages/prepare-and-execute.js';
import type { BrokerSession } from './session.js';

/**
 * Valid whatever the settings are (engine-behaviour §3.1): the first column says `integer` when `"x"` is a name, the
 * second counts the characters of two backslashes. The charset of the third one is that of the database.
 */
const PROBE = `SELECT TYPEOF("x"), CHAR_LENGTH('\\\\'), 'charset' FROM (SELECT 1 AS x) d`;

/**
 * Asks the engine how it lexes text, in one round trip. Learns on the way in which charset the database writes,
 * which the protocol tells nowhere else (cas-protocol §9.3).
 * @returns the settings, and the handle of the probe: the caller has to free it
 */
export async function askLexicalSettings(
  session: BrokerSession,
  timeoutMs: number,
): Promise<{ readonly settings: LexicalSettings; readonly handle: number }> {
  const { prepared, executed } = await session.request(
    {
      step: 'lexical settings',
      functionCode: FunctionCode.PREPARE_AND_EXECUTE,
      args: encodePrepareAndExecute({ sql: PROBE, autoCommit: false, timeoutMs }, session.context),
      decode: decodePrepareAndExecute,
      cancellable: true,
    },
    timeoutMs,
  );
  const charset = charsetFromBits(prepared.columns[2]?.type.charsetBits ?? 0, session.context.charset);
  session.context = { ...session.context, charset };
  const [quoted, backslashes] = executed.fetched?.rows[0] ?? [];
  if (typeof quoted !== 'string' || (backslashes !== 1 && backslashes !== 2)) {
    throw new DriverError('CoraDB did not say how it reads quotes and backslashes', {
      hint: 'Check that the broker serves CoraDB or CUBRID 10.0 or newer.',
    });
  }
  const settings = { ansiQuotes: quoted.startsWith('integer'), noBackslashEscapes: backslashes === 2 };
  return { settings, handle: prepared.handle };
}
