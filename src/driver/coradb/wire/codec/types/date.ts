import { TypeCode } from '../column-type.js';
import { expectSize, type WireType } from '../wire-type.js';
import { encodeClock, parseDate } from './wall-clock-input.js';
import { dateText } from './wall-clock.js';

/** `YYYY-MM-DD` */
export const dateType: WireType = {
  code: TypeCode.DATE,
  names: ['DATE'],
  decoder: () => decodeDate,
  encode: (value) => encodeClock(parseDate(value)),
};

function decodeDate(buffer: Buffer, start: number, size: number): string {
  expectSize(size, 6, 'DATE', start);
  return dateText(buffer, start);
}
