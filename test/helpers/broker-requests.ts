/**
 * Reads what a client sends, straight from cas-protocol §1.3, §2.1 and §3.1. Independent of `src/driver/broker`.
 */

/** Function codes of cas-protocol §4 that a client of this project may use. */
export const FUNCTION_NAMES: Readonly<Record<number, string>> = {
  1: 'END_TRAN',
  2: 'PREPARE',
  3: 'EXECUTE',
  4: 'GET_DB_PARAMETER',
  5: 'SET_DB_PARAMETER',
  6: 'CLOSE_REQ_HANDLE',
  7: 'CURSOR',
  8: 'FETCH',
  9: 'SCHEMA_INFO',
  15: 'GET_DB_VERSION',
  19: 'NEXT_RESULT',
  20: 'EXECUTE_BATCH',
  21: 'EXECUTE_ARRAY',
  24: 'GET_QUERY_INFO',
  26: 'SAVEPOINT',
  31: 'CON_CLOSE',
  32: 'CHECK_CAS',
  34: 'GET_GENERATED_KEYS',
  35: 'LOB_NEW',
  36: 'LOB_WRITE',
  37: 'LOB_READ',
  39: 'GET_ROW_COUNT',
  40: 'GET_LAST_INSERT_ID',
  41: 'PREPARE_AND_EXECUTE',
  42: 'CURSOR_CLOSE',
};

/** One request frame, cut into its arguments. */
export interface RawRequest {
  readonly client: number;
  readonly name: string;
  readonly code: number;
  readonly args: readonly Buffer[];
  /** The CAS info the client echoed. */
  readonly casInfo: Buffer;
  /** Text of PREPARE and of GET_QUERY_INFO form A, without its NUL. */
  readonly sql?: string;
}

/** The 628 bytes of open database. */
export interface OpenBlock {
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly url: string;
  readonly session: Buffer;
}

/** A 10-byte message other than a handshake. */
export interface BrokerMessage {
  readonly kind: 'PING' | 'ST' | 'cancel QC' | 'cancel CANCEL' | 'cancel X1';
  readonly pid?: number;
  /** Local TCP port of the connection to cancel (QC only; 0 = unknown). */
  readonly port?: number;
  readonly bytes: Buffer;
}

export function parseMessage(bytes: Buffer): BrokerMessage | undefined {
  const text = bytes.toString('latin1');
  if (text.startsWith('PING')) return { kind: 'PING', bytes };
  if (text.startsWith('ST')) return { kind: 'ST', pid: bytes.readInt32BE(2), bytes };
  if (text.startsWith('QC')) {
    return { kind: 'cancel QC', pid: bytes.readInt32BE(2), port: bytes.readUInt16BE(6), bytes };
  }
  if (text.startsWith('CANCEL')) return { kind: 'cancel CANCEL', pid: bytes.readInt32BE(6), bytes };
  if (text.startsWith('X1')) return { kind: 'cancel X1', pid: bytes.readInt32BE(6), bytes };
  return undefined;
}

export function parseOpenBlock(block: Buffer): OpenBlock {
  const field = (start: number, end: number): string => {
    const nul = block.indexOf(0, start);
    return block.toString('utf8', start, nul === -1 || nul > end ? end : nul);
  };
  return {
    database: field(0, 32),
    user: field(32, 64),
    password: field(64, 96),
    url: field(96, 608),
    session: block.subarray(608, 628),
  };
}

/** The arguments behind the function code; undefined when they do not use up the body exactly (cas-protocol §3.1). */
export function parseArguments(body: Buffer): readonly Buffer[] | undefined {
  const args: Buffer[] = [];
  let at = 1;
  while (at < body.length) {
    if (at + 4 > body.length) return undefined;
    const length = body.readInt32BE(at);
    at += 4;
    if (length < 0 || at + length > body.length) return undefined;
    args.push(body.subarray(at, at + length));
    at += length;
  }
  return body.length === 0 ? undefined : args;
}
