import { settingName } from '../../../../errors/edge-names.js';
import { BrokerError, ConnectionLostError, EngineError } from '../../../driver-errors.js';
import { engineHint } from '../../rules/engine-hints.js';
import type { WireContext } from '../codec/column-type.js';
import { WireFormatError, WireReader } from '../codec/reader.js';

/** Codes of the broker and its workers that callers react to (cas-protocol §12.1). */
export const CasErrorCode = {
  COMMUNICATION: -10003,
  SRV_HANDLE: -10006,
  NO_MORE_DATA: -10012,
  FREE_SERVER: -10017,
  NOT_AUTHORIZED_CLIENT: -10018,
  QUERY_CANCEL: -10019,
  NO_MORE_RESULT_SET: -10022,
  /** The compiled plan became invalid: prepare again (flag `XASL_CACHE_PINNED`) and execute once more. */
  STMT_POOLING: -10024,
  DBSERVER_DISCONNECTED: -10025,
  SSL_TYPE_NOT_ALLOWED: -10103,
} as const;

interface CasErrorText {
  readonly text: string;
  readonly hint?: string;
}

const TEXTS: ReadonlyMap<number, CasErrorText> = new Map<number, CasErrorText>([
  [-1, { text: 'the broker or its database server failed without saying why' }],
  [-10000, { text: 'DBMS error' }],
  [-10001, { text: 'internal error of the broker' }],
  [-10002, { text: 'the broker worker is out of memory' }],
  [-10003, { text: 'the broker could not read the request (communication error)' }],
  [-10004, { text: 'wrong arguments in the request' }],
  [-10005, { text: 'END_TRAN with an unknown type' }],
  [-10006, { text: 'unknown statement handle' }],
  [-10007, { text: 'the number of bind values differs from the number of bind markers' }],
  [-10008, { text: 'bind type not supported by the broker' }],
  [-10009, { text: 'a bind value could not be built' }],
  [-10010, { text: 'a value could not be converted to the asked type' }],
  [-10011, { text: 'unknown database parameter' }],
  [-10012, { text: 'no more rows: the result is at its end or closed' }],
  [-10013, { text: 'invalid object identifier' }],
  [-10014, { text: 'the broker could not open a file' }],
  [-10015, { text: 'unknown kind of schema information' }],
  [-10016, { text: 'the broker does not support the version of this client' }],
  [
    -10017,
    {
      text: 'no free CAS: every broker worker is busy and the queue is full',
      hint: 'Try again later, or raise MAX_NUM_APPL_SERVER of the broker.',
    },
  ],
  [
    -10018,
    {
      text: "address rejected: the broker's access list does not let this client in, or it is no CUBRID client",
      hint: 'Ask the administrator to add the address, database and user to the access control of the broker.',
    },
  ],
  [-10019, { text: 'nothing to cancel: no client is served by that broker worker' }],
  [-10020, { text: 'the attribute is not a collection' }],
  [-10021, { text: 'the elements of the collection have different types' }],
  [-10022, { text: 'no more results' }],
  [-10023, { text: 'not a valid CALL statement' }],
  [-10024, { text: 'the compiled plan is not valid any more, because a table was changed' }],
  [-10025, { text: 'the broker lost its connection to the database server' }],
  [-10026, { text: 'too many open statements on this connection' }],
  [-10027, { text: 'a result cannot be updatable and holdable at once' }],
  [-10100, { text: 'the function is not supported by this broker' }],
  [-10101, { text: 'too many clients for the shard broker' }],
  [-10102, { text: 'invalid cursor position' }],
  [
    -10103,
    {
      text: 'TLS expected by one side only: the SSL setting of the broker and of this client differ',
      hint: `Set ${settingName('tls')} to on (or verify) for a broker with SSL=ON, and to off for one with SSL=OFF.`,
    },
  ],
]);

/**
 * What the broker's code means, in words. Unknown codes get a neutral text.
 * @param code renewed form, −10000 and below
 */
function describeCasError(code: number): CasErrorText {
  return TEXTS.get(code) ?? { text: 'refused by the broker without a reason' };
}

/** Old-style codes (no function flag 0x80 in the handshake) are 9000 higher (cas-protocol §1.2, §3.5). */
export function normalizeCasCode(code: number): number {
  return code <= -1000 && code > -10000 ? code - 9000 : code;
}

/** The CAS closes, or has lost what it serves; whether a request took effect cannot be known. */
function isConnectionLoss(code: number): boolean {
  return (
    code === -10002 || code === CasErrorCode.COMMUNICATION || code === CasErrorCode.DBSERVER_DISCONNECTED
  );
}

/** Name under which the engine's errors appear in replies. */
const ENGINE_NAME = 'CoraDB';

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
  const hint = engineHint(code, message);
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
