import { BrokerError, ConnectionLostError, EngineError } from '../../../driver-errors.js';
import { WireReader } from '../codec/reader.js';
import type { WireContext } from '../codec/wire-context.js';
import { WireFormatError } from '../wire-format-error.js';
import { engineHint } from '../../rules/engine-hints.js';
import { describeCasError, isConnectionLoss, normalizeCasCode } from './cas-error-codes.js';

/** Name under which the engine's errors appear in replies. */
export const ENGINE_NAME = 'CoraDB';

const CAS_INDICATOR = -1;
const DBMS_INDICATOR = -2;

/** The broker's access list refuses with a DBMS indicator (cas-protocol §2.4). */
const NOT_AUTHORIZED = -10018;

/**
 * Codes after which the engine has undone the whole transaction: deadlock victim, server failed or unreachable
 * (cas-protocol §11.3, §12.2; engine-behaviour, "The surprises" 10).
 */
const TRANSACTION_LOST: ReadonlySet<number> = new Set([-72, -111, -199, -224]);

/**
 * Starts reading a reply body: hands out a reader behind a non-negative result code.
 * @returns the reader and the result code (0, a handle, a count or a size)
 * @throws EngineError the engine's own words
 * @throws BrokerError an error of the CAS, with its code; `ConnectionLostError` when the CAS gives up
 * @throws WireFormatError
 */
export function openReply(body: Buffer, context: WireContext): { reader: WireReader; result: number } {
  const reader = new WireReader(body);
  const result = reader.i32('result code');
  if (result < 0) throw readError(reader, result, context);
  return { reader, result };
}

/**
 * For replies that may be empty on success (CHECK_CAS, CURSOR_CLOSE), and for those that only say "done".
 * @throws EngineError | BrokerError | WireFormatError
 */
export function expectDone(body: Buffer, context: WireContext): void {
  if (body.length === 0) return;
  openReply(body, context).reader.expectEnd();
}

/** Error body behind its first i32 (cas-protocol §3.4): three shapes, told apart by what is left. */
function readError(reader: WireReader, first: number, context: WireContext): EngineError | BrokerError {
  if (reader.remaining === 0) {
    // EXECUTE_ARRAY, LOB_* and deprecated functions send a bare CAS code without an indicator.
    const bare = normalizeCasCode(first);
    if (bare > -10000) throw new WireFormatError('an error code after its indicator', reader.offset);
    return casError(bare, '');
  }
  const code = reader.i32('error code');
  // Protocol violations and the refused empty database name carry no message bytes at all.
  const message = reader.remaining === 0 ? '' : reader.restCstr(context.charset, 'error message');
  return decodeErrorItem(first, code, message);
}

/**
 * Indicator, code and message, as they also stand in the items of a batch.
 * @throws WireFormatError for an indicator that does not exist
 */
export function decodeErrorItem(indicator: number, code: number, message: string): EngineError | BrokerError {
  if (indicator === CAS_INDICATOR) return casError(normalizeCasCode(code), message);
  if (indicator === DBMS_INDICATOR) return databaseError(code, message);
  throw new WireFormatError('an error indicator of -1 or -2', 0, String(indicator));
}

/** An error of the database server, or the broker's access list speaking with its voice. */
function databaseError(code: number, message: string): EngineError | BrokerError {
  if (code === NOT_AUTHORIZED) return casError(code, message);
  const hint = engineHint(code);
  const error = new EngineError(ENGINE_NAME, code, message, hint === undefined ? {} : { hint });
  error.transactionLost = TRANSACTION_LOST.has(code);
  return error;
}

/** An error of the CAS itself; most of them come without words, so the client supplies them. */
export function casError(code: number, message: string): BrokerError {
  const { text, hint } = describeCasError(code);
  const words = message === '' ? text : `${text} (${message})`;
  const details = hint === undefined ? { code } : { code, hint };
  const full = `Broker error ${code}: ${words}`;
  return isConnectionLoss(code) ? new ConnectionLostError(full, details) : new BrokerError(full, details);
}
