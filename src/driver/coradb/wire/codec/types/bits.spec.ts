import { describe, expect, it } from 'vitest';
import { decodeHex, encodeHex, expectUnfit } from '../../../../../../test/helpers/wire-types.js';
import { AsciiText } from '../ascii-text.js';
import { bitType, varbitType } from './bits.js';

describe('BIT', () => {
  it('is raw bytes, not copied', () => {
    const reply = Buffer.from('ffa1b0', 'hex');
    const bytes = bitType.decoder('utf-8', new AsciiText(reply))(reply, 1, 2) as Uint8Array;
    expect(Buffer.from(bytes).toString('hex')).toBe('a1b0');
    expect(bytes.buffer).toBe(reply.buffer);
    expect(decodeHex(bitType, '')).toEqual(Buffer.alloc(0));
  });

  it.each(['a1b0', '0xA1B0', "X'a1b0'"])('is bound from %s', (hex) => {
    expect(encodeHex(bitType, hex)).toBe('a1b0');
  });

  it('refuses half bytes, and no byte at all, which would be NULL', () => {
    expectUnfit(bitType, 'a1b', '', '0x', 'xyz', "X'a1", "a1'");
  });
});

describe('VARBIT', () => {
  it('is raw bytes under its own code', () => {
    expect(varbitType.code).toBe(6);
    expect(decodeHex(varbitType, '00ff')).toEqual(Buffer.from('00ff', 'hex'));
    expect(encodeHex(varbitType, '00FF')).toBe('00ff');
  });
});
