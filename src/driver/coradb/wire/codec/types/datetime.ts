import { TypeCode } from '../column-type.js';
import { expectSize, type WireType } from '../wire-type.js';
import { encodeClock, parseMoment } from './wall-clock-input.js';
import { datetimeText } from './wall-clock.js';

/** `YYYY-MM-DD HH:MM:SS.mmm` */
export const datetimeType: WireType = {
  code: TypeCode.DATETIME,
  names: ['DATETIME'],
  decoder: () => decodeDatetime,
  encode: (value) => encodeClock(parseMoment(value, { fractionDigits: 3, zoned: false }).fields),
};

function decodeDatetime(buffer: Buffer, start: number, size: number): string {
  expectSize(size, 14, 'DATETIME', start);
  return datetimeText(buffer, start);
}
