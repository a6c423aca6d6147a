import { WireFormatError } from '../codec/reader.js';
import { casError, normalizeCasCode } from './error-reply.js';

const HANDSHAKE_BYTES = 10;
export const HANDSHAKE_REPLY_BYTES = 4;

/** The newest protocol version this client knows, and the oldest server it works with (CUBRID 10.0). */
export const PROTOCOL_VERSION = 12;
export const OLDEST_PROTOCOL_VERSION = 7;

/** JDBC; the broker uses it for logs only (cas-protocol §1.1). */
const CLIENT_TYPE = 3;
/** "This byte is a protocol number, not a build version". */
const PROTOCOL_NUMBER_MARK = 0x40;
/** Renewed error codes (0x80) and holdable results (0x40). */
const FUNCTION_FLAGS = 0xc0;

export interface HandshakeOptions {
  /** Ask for TLS; the bytes themselves always travel in clear (cas-protocol §8). */
  readonly tls: boolean;
  /** Version to announce, 7 to 12; the newest one by default. */
  readonly protocolVersion?: number;
}

/** `accepted`: keep this socket. `redirected`: a Windows broker names the port of the CAS on the same host. */
export type HandshakeReply =
  { readonly kind: 'accepted' } | { readonly kind: 'redirected'; readonly port: number };

/** The 10 bytes that open the dialogue with the broker (cas-protocol §1.1). */
export function encodeHandshake({ tls, protocolVersion = PROTOCOL_VERSION }: HandshakeOptions): Buffer {
  const bytes = Buffer.alloc(HANDSHAKE_BYTES);
  bytes.write(tls ? 'CUBRS' : 'CUBRK', 'latin1');
  bytes.writeUInt8(CLIENT_TYPE, 5);
  bytes.writeUInt8(PROTOCOL_NUMBER_MARK | protocolVersion, 6);
  bytes.writeUInt8(FUNCTION_FLAGS, 7);
  return bytes;
}

/**
 * The broker's answer: exactly 4 bytes (cas-protocol §1.2).
 * @throws BrokerError refused: no free CAS, address rejected, TLS on one side only
 */
export function decodeHandshakeReply(bytes: Buffer): HandshakeReply {
  const answer = decodeBrokerAnswer(bytes);
  if (answer < 0) throw casError(normalizeCasCode(answer), '');
  if (answer === 0) return { kind: 'accepted' };
  if (answer > 0xffff) throw new WireFormatError('0 or a TCP port', 0, String(answer));
  return { kind: 'redirected', port: answer };
}

/** The single i32 with which the broker answers everything that is sent to its own port. */
function decodeBrokerAnswer(bytes: Buffer): number {
  if (bytes.length !== HANDSHAKE_REPLY_BYTES) {
    throw new WireFormatError('an answer of 4 bytes from the broker', 0, `${bytes.length} bytes`);
  }
  return bytes.readInt32BE(0);
}

/**
 * Messages on a fresh plain connection to the broker port, 10 bytes each, answered by one i32 (cas-protocol §1.3).
 * They are recognised before the TLS check, so they stay plain on a TLS broker too.
 */

/** "Are you there?": proves only that the broker process accepts connections. */
export function encodePing(): Buffer {
  return message('PING');
}

/** @throws BrokerError for a refusal, WireFormatError for what no broker answers: something else listens there */
export function decodePingReply(bytes: Buffer): void {
  const answer = decodeBrokerAnswer(bytes);
  expectAccepted(answer);
  if (answer !== 0) throw new WireFormatError('0', 0, String(answer));
}

/**
 * Cancel as every broker version from 1 on understands it.
 * @param localPort the client's TCP port of the connection to cancel, 0 for unknown: with it a broker skips a
 * CAS that meanwhile serves somebody else
 */
export function encodeQueryCancel(processId: number, localPort: number): Buffer {
  const bytes = message('QC');
  bytes.writeInt32BE(processId, 2);
  bytes.writeUInt16BE(localPort, 6);
  return bytes;
}

/**
 * Success means only that the signal was delivered: 9000, which a client of a newer form reads as 0
 * (cas-protocol §7.1).
 * @throws BrokerError −10019 when no CAS with that process id serves a client
 */
export function decodeCancelReply(bytes: Buffer): void {
  expectAccepted(decodeBrokerAnswer(bytes));
}

function message(magic: string): Buffer {
  const bytes = Buffer.alloc(HANDSHAKE_BYTES);
  bytes.write(magic, 'latin1');
  return bytes;
}

function expectAccepted(answer: number): void {
  if (answer < 0) throw casError(normalizeCasCode(answer), '');
}
