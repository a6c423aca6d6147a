import { Lexer } from '../../../sql/lexer.js';
import type { LexicalSettings } from '../../../sql/lexical-settings.js';
import { DriverError } from '../../driver-errors.js';
import { charsetFromBits } from './codec/charset.js';
import { FunctionCode } from './framing.js';
import { decodePrepareAndExecute, encodePrepareAndExecute } from './messages/execute.js';
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

/**
 * For each marker the broker counts, in order: true when the engine sees it too. The broker's own scan takes a `?`
 * inside `[…]`, `` `…` `` and quoted identifiers for a marker (engine-behaviour §3.5); each of those places needs
 * a value that is then ignored.
 * @returns undefined when the engine sees a marker that the broker overlooks: such a text cannot be run with binds
 */
export function brokerMarkers(sql: string, settings: LexicalSettings): readonly boolean[] | undefined {
  const real = new Set<number>();
  const lexer = new Lexer(sql, settings);
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (token.kind === 'bindMarker') real.add(token.start);
  }
  const counted = scanAsBroker(sql, settings);
  const flags = counted.map((offset) => real.has(offset));
  return flags.filter(Boolean).length === real.size ? flags : undefined;
}

/**
 * Offsets of the `?` the broker counts: outside `'…'`, outside `"…"` only when that is a string, outside comments.
 * To the broker a line comment ends at LF only.
 */
function scanAsBroker(sql: string, { ansiQuotes, noBackslashEscapes }: LexicalSettings): number[] {
  const escaped = noBackslashEscapes ? '' : '\\\\';
  const quoted = (quote: string): string =>
    `${quote}(?:[^${quote}${escaped}]+|${escaped === '' ? '' : `${escaped}[^]|`}${quote}${quote})*${quote}?`;
  const strings = ansiQuotes ? quoted("'") : `${quoted("'")}|${quoted('"')}`;
  const pattern = new RegExp(`${strings}|(?:--|//)[^\\n]*|/\\*[^]*?(?:\\*/|$)|\\?`, 'g');
  return [...sql.matchAll(pattern)].flatMap((match) => (match[0] === '?' ? [match.index] : []));
}
