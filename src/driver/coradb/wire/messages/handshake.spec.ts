import { describe, expect, it } from 'vitest';
import { BrokerError } from '../../../driver-errors.js';
import { WireFormatError } from '../codec/reader.js';
import {
  decodeCancelReply,
  decodeHandshakeReply,
  decodePingReply,
  encodeHandshake,
  encodePing,
  encodeQueryCancel,
} from './handshake.js';

const reply = (hex: string): unknown => decodeHandshakeReply(Buffer.from(hex, 'hex'));

describe('the handshake', () => {
  it('is the 10 bytes of cas-protocol §13.1', () => {
    expect(encodeHandshake({ tls: false }).toString('hex')).toBe('435542524b034cc00000');
    expect(encodeHandshake({ tls: true }).toString('hex')).toBe('4355425253034cc00000');
  });

  it('announces an older version when asked', () => {
    expect(encodeHandshake({ tls: false, protocolVersion: 7 })[6]).toBe(0x47);
  });

  it('is accepted on this socket, or sent to another port by a Windows broker', () => {
    expect(reply('00000000')).toEqual({ kind: 'accepted' });
    expect(reply('0000832b')).toEqual({ kind: 'redirected', port: 33579 });
  });

  it.each([
    ['ffffd8df', -10017, 'no free CAS'],
    ['fffffc07', -10017, 'no free CAS'],
    ['ffffd8de', -10018, 'address rejected'],
    ['ffffd889', -10103, 'TLS expected'],
    ['fffffbb1', -10103, 'TLS expected'],
    ['ffffd8ed', -10003, 'communication error'],
  ])('refused with %s is explained', (hex, code, words) => {
    expect(() => reply(hex)).toThrow(BrokerError);
    expect(() => reply(hex)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(words) }),
    );
  });

  it.each(['', '000000', '0000000000', '00010000'])('broken with %s', (hex) => {
    expect(() => reply(hex)).toThrow(WireFormatError);
  });
});

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
