import { describe, expect, it } from 'vitest';
import { decodeHex, encodeHex } from '../../../../../../test/helpers/wire-types.js';
import { varbitType } from './varbit.js';

describe('VARBIT', () => {
  it('is raw bytes under its own code', () => {
    expect(varbitType.code).toBe(6);
    expect(decodeHex(varbitType, '00ff')).toEqual(Buffer.from('00ff', 'hex'));
    expect(encodeHex(varbitType, '00FF')).toBe('00ff');
  });
});
