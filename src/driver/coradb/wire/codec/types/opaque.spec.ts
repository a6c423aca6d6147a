import { describe, expect, it } from 'vitest';
import { decodeHex } from '../../../../../../test/helpers/wire-types.js';
import { opaqueDecoder } from './opaque.js';

describe('a type this client does not know', () => {
  it('is its code and its bytes', () => {
    expect(decodeHex({ decoder: () => opaqueDecoder(99) }, 'deadbeef')).toEqual({
      kind: 'opaque',
      typeCode: 99,
      bytes: Buffer.from('deadbeef', 'hex'),
    });
  });
});
