import { describe, expect, it } from 'vitest';
import { decodeHex, expectBroken } from '../../../../../../test/helpers/wire-types.js';
import type { AsciiText } from '../ascii-text.js';
import type { Charset } from '../charset.js';
import { intType } from './numbers.js';
import { varcharType } from './text.js';
import { collectionDecoder, isCollection } from './collection.js';

/** Elements: INT for code 8, text for anything else. */
const sequence = {
  decoder: (charset: Charset, ascii: AsciiText) =>
    collectionDecoder((code) => (code === 8 ? intType : varcharType).decoder(charset, ascii)),
};

describe('SET, MULTISET and SEQUENCE', () => {
  it('are arrays in the order of the server, with NULLs', () => {
    expect(
      decodeHex(sequence, '08' + '00000003' + '0000000400000002' + '0000000400000001' + 'ffffffff'),
    ).toEqual([2, 1, null]);
    expect(decodeHex(sequence, '02' + '00000001' + '00000002' + '6100')).toEqual(['a']);
  });

  it('are empty with element type 0', () => {
    expect(decodeHex(sequence, '00' + '00000000')).toEqual([]);
  });

  it('nest', () => {
    const inner = '08' + '00000001' + '0000000400000007';
    expect(decodeHex(sequence, '12' + '00000002' + '0000000d' + inner + 'ffffffff')).toEqual([[7], null]);
  });

  it('refuse counts and sizes that do not add up', () => {
    expectBroken(
      sequence,
      '',
      '08',
      '08' + '00000002' + '0000000400000002',
      '08' + '7fffffff' + '0000000400000002',
      '08' + 'ffffffff',
      '08' + '00000001' + '0000000500000002',
      '08' + '00000001' + 'fffffffe',
      '08' + '00000000' + '00',
    );
  });

  it('refuse nesting deeper than any schema', () => {
    let payload = Buffer.from('0800000000', 'hex');
    for (let depth = 0; depth < 40; depth++) {
      const header = Buffer.from('120000000100000000', 'hex');
      header.writeInt32BE(payload.length, 5);
      payload = Buffer.concat([header, payload]);
    }
    expectBroken(sequence, payload.toString('hex'));
  });

  it('have the codes 16 to 18', () => {
    expect([15, 16, 17, 18, 19].filter(isCollection)).toEqual([16, 17, 18]);
  });
});
