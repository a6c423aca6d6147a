import { BrokerError } from '../../driver-errors.js';

/**
 * Bytes from the broker that do not follow the protocol: a short read, a length that cannot be, left-over bytes.
 * The stream is out of step after it, so the connection must be dropped, never reused.
 */
export class WireFormatError extends BrokerError {
  /**
   * @param expected what should have stood there, with its size
   * @param offset position in the reply body (or in the frame header), in bytes from 0
   */
  constructor(
    readonly expected: string,
    readonly offset: number,
    found?: string,
  ) {
    super(
      `The broker sent bytes that do not follow the protocol: expected ${expected} at byte ${offset}` +
        (found === undefined ? '' : `, found ${found}`),
      { hint: 'Check that host and port belong to a CoraDB or CUBRID broker (CUBRID 10.0 or newer).' },
    );
  }
}
