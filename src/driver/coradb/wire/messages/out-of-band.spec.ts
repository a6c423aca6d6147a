import { describe, expect, it } from 'vitest';
import { BrokerError } from '../../../driver-errors.js';
import { WireFormatError } from '../wire-format-error.js';
import { decodeCancelReply, decodePingReply, encodePing, encodeQueryCancel } from './out-of-band.js';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

describe('messages to the broker port', () => {
  it('are laid out as in cas-protocol §13.6 and §1.3', () => {
    expect(encodePing().toString('hex')).toBe('50494e47000000000000');
    expect(encodeQueryCancel(4321, 50000).toString('hex')).toBe('5143000010e1c3500000');
  });

  it('a cancel is accepted with 0 or 9000, and refused below', () => {
    expect(() => decodeCancelReply(bytes('00000000'))).not.toThrow();
    expect(() => decodeCancelReply(bytes('00002328'))).not.toThrow();
    for (const refused of ['ffffd8dd', 'fffffc05']) {
      expect(() => decodeCancelReply(bytes(refused))).toThrow(expect.objectContaining({ code: -10019 }));
    }
  });

  it('a refused ping is a broker error', () => {
    expect(() => decodePingReply(bytes('ffffd8de'))).toThrow(BrokerError);
  });

  it('a ping is answered with 0 and nothing else: not with the first bytes of a web or SSH server', () => {
    expect(() => decodePingReply(bytes('00000000'))).not.toThrow();
    for (const other of ['00000001', '00002328', '48545450', '5353482d']) {
      expect(() => decodePingReply(bytes(other))).toThrow(WireFormatError);
    }
  });

  it('an answer has four bytes', () => {
    expect(() => decodePingReply(bytes('0000'))).toThrow(WireFormatError);
  });
});
