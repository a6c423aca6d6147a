import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { numericType } from './numeric.js';

const text = (value: string): string => Buffer.from(`${value}\0`).toString('hex');
const NINES = '9'.repeat(38);

describe('NUMERIC', () => {
  it.each(['12.50', '-12.340', '0.0000', NINES, `-0.${NINES}`, '1.5000000000'])(
    'keeps every digit of %s',
    (digits) => {
      expect(decodeHex(numericType, text(digits))).toEqual({ kind: 'decimal', text: digits });
    },
  );

  it('refuses anything but a decimal number', () => {
    expectBroken(numericType, '', '3132', text(''), text('1e5'), text('abc'), text('1.'));
  });

  it.each([
    ['-12.340', '-12.340'],
    ['+7', '+7'],
    ['007', '007'],
    ['.5', '.5'],
    [NINES, NINES],
    [1.25, '1.25'],
    [true, '1'],
    ['1e3', '1000'],
    ['1.5E-3', '0.0015'],
    ['-12.5e1', '-125'],
    [1e21, '1000000000000000000000'],
  ])('binds %s as %s', (value, sent) => {
    expect(encodeHex(numericType, value)).toBe(text(sent));
  });

  it('leaves out the zero before the point where the server would count it as the 39th digit', () => {
    expect(encodeHex(numericType, `-0.${NINES}`)).toBe(text(`-.${NINES}`));
  });

  it('refuses what does not fit', () => {
    expectUnfit(
      numericType,
      `1${NINES}`,
      '',
      '.',
      '-',
      '1,5',
      '0x1',
      'NaN',
      '1e99',
      Number.POSITIVE_INFINITY,
    );
  });
});
