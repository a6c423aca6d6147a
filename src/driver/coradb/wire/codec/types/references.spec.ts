import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { blobType, clobType, objectType, readLobHandle } from './references.js';

const LOCATOR = 'file:ces_505/dba.t.00001796064207386062_8737';
/** As in cas-protocol §4.14: the type, the length, and the locator with its own length. */
const HANDLE = Buffer.concat([
  Buffer.from('00000022' + '0000000000000010' + '0000002d', 'hex'),
  Buffer.from(`${LOCATOR}\0`, 'latin1'),
]);

describe('BLOB and CLOB', () => {
  it('are type and length', () => {
    expect(decodeHex(clobType, HANDLE.toString('hex'))).toEqual({ kind: 'lob', type: 'CLOB', length: 16n });
    expect(decodeHex(blobType, '00000021' + '0000000000000005' + '00000000')).toEqual({
      kind: 'lob',
      type: 'BLOB',
      length: 5n,
    });
  });

  it('have a handle laid out as in cas-protocol §4.14', () => {
    expect(readLobHandle(HANDLE)).toEqual({ type: 'CLOB', length: 16n, locator: LOCATOR });
  });

  it('refuse other types, and sizes that do not add up', () => {
    expectBroken(
      blobType,
      '',
      '00000017' + '0000000000000005' + '00000000',
      '00000021' + '0000000000000005' + '00000002' + '61',
    );
    for (let length = 0; length < HANDLE.length; length++) {
      expectBroken(clobType, HANDLE.subarray(0, length).toString('hex'));
    }
  });

  it('are not bound from text', () => {
    expect(blobType.encode).toBeUndefined();
  });
});

describe('OBJECT', () => {
  it('is page, slot and volume', () => {
    expect(decodeHex(objectType, '00000d4100030001')).toBe('@3393|3|1');
    expect(encodeHex(objectType, '@3393|3|1')).toBe('00000d4100030001');
  });

  it('is null when it points nowhere', () => {
    expect(decodeHex(objectType, '0000000000000000')).toBeNull();
  });

  it('has eight bytes', () => {
    expectBroken(objectType, '', '00000d41');
  });

  it('refuses other forms', () => {
    expectUnfit(objectType, '3393|3|1', '@1|2', '@-1|0|0', '@1|32768|0', '@2147483648|0|0');
  });
});
