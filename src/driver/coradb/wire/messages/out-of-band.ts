import { WireFormatError } from '../wire-format-error.js';
import { casError } from './error-reply.js';
import { normalizeCasCode } from './cas-error-codes.js';
import { decodeBrokerAnswer, HANDSHAKE_BYTES } from './handshake.js';

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
