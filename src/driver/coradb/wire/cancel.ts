import type { BrokerAddress } from '../../../address/broker-address.js';
import { askBroker } from './ask-broker.js';
import { Deadline } from './deadline.js';
import { decodeCancelReply, encodeQueryCancel } from './messages/out-of-band.js';

/** A broker answers a cancel message at once; one that does not is given up. */
const CANCEL_TIMEOUT_MS = 2_000;

export interface CancelTarget {
  /** Address of the broker itself, never of a Windows broker's second port. */
  readonly address: BrokerAddress;
  readonly processId: number;
  /** Local TCP port of the connection to cancel: with it a broker skips a CAS that serves somebody else by now. */
  readonly localPort: number;
}

/**
 * - `delivered`: the signal reached the CAS; it says nothing about what the statement does
 * - `failed`: the broker could not be reached or knows no such CAS
 * - `dropped`: nothing was sent, because it was not wanted any more when the connection stood
 */
export type CancelOutcome = 'delivered' | 'failed' | 'dropped';

/**
 * Sends the cancel message `QC` from a second socket (cas-protocol §7.1). Never throws.
 * @param unwanted fires when the statement has ended, so that the message must not be sent any more
 */
export async function sendCancel(target: CancelTarget, unwanted?: AbortSignal): Promise<CancelOutcome> {
  const deadline = new Deadline(CANCEL_TIMEOUT_MS);
  try {
    const message = encodeQueryCancel(target.processId, target.localPort);
    const answer = await askBroker(target.address, 'cancel', message, {
      signal: deadline.signal,
      ...(unwanted !== undefined && { unwanted }),
    });
    if (answer === undefined) return 'dropped';
    decodeCancelReply(answer);
    return 'delivered';
  } catch {
    return 'failed';
  } finally {
    deadline.dispose();
  }
}
