import { describe, expect, it } from 'vitest';
import { BrokerError } from '../../../driver-errors.js';
import { WireFormatError } from '../wire-format-error.js';
import { encodeHandshake } from './handshake.js';
import {
  decodeCancelReply,
  decodePingReply,
  decodeStatusReply,
  encodeCancel,
  encodeOldCancel,
  encodePing,
  encodeQueryCancel,
  encodeStatus,
} from './out-of-band.js';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

describe('messages to the broker port', () => {
  it('are laid out as in cas-protocol §13.6 and §1.3', () => {
    const session = bytes('0f1e2d3c4b5a6978' + '000003e9' + '0000000000000000');
    expect(encodeCancel(4321, encodeHandshake({ tls: false })).toString('hex')).toBe('58314cc00000000010e1');
    expect(encodeStatus(4321, session).toString('hex')).toBe('5354000010e1000003e9');
    expect(encodePing().toString('hex')).toBe('50494e47000000000000');
    expect(encodeQueryCancel(4321, 50000).toString('hex')).toBe('5143000010e1c3500000');
    expect(encodeOldCancel(4321).toString('hex')).toBe('43414e43454c000010e1');
  });

  it.each([
    ['fffffffe', 'none'],
    ['ffffffff', 'idle'],
    ['00000000', 'connecting'],
    ['00000001', 'busy'],
    ['00000002', 'done'],
  ])('status %s is %s', (hex, status) => {
    expect(decodeStatusReply(bytes(hex))).toBe(status);
  });

  it('a cancel is accepted with 0 or 9000, and refused below', () => {
    expect(() => decodeCancelReply(bytes('00000000'))).not.toThrow();
    expect(() => decodeCancelReply(bytes('00002328'))).not.toThrow();
    for (const refused of ['ffffd8dd', 'fffffc05']) {
      expect(() => decodeCancelReply(bytes(refused))).toThrow(expect.objectContaining({ code: -10019 }));
    }
  });

  it('a refused ping or an unknown status is a broker error', () => {
    expect(() => decodePingReply(bytes('ffffd8de'))).toThrow(BrokerError);
    expect(() => decodeStatusReply(bytes('00000009'))).toThrow(BrokerError);
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
