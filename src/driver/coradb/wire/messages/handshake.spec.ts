import { describe, expect, it } from 'vitest';
import { BrokerError } from '../../../driver-errors.js';
import { WireFormatError } from '../wire-format-error.js';
import { decodeHandshakeReply, encodeHandshake } from './handshake.js';

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
