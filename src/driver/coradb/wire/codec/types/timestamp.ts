import { TypeCode } from '../column-type.js';
import { expectSize, type WireType } from '../wire-type.js';
import { encodeClock, parseMoment } from './wall-clock-input.js';
import { timestampText } from './wall-clock.js';

/** `YYYY-MM-DD HH:MM:SS` in the time zone of the session. */
export const timestampType: WireType = {
  code: TypeCode.TIMESTAMP,
  names: ['TIMESTAMP'],
  decoder: () => decodeTimestamp,
  encode: (value) => encodeClock(parseMoment(value, { fractionDigits: 0, zoned: false }).fields),
};

function decodeTimestamp(buffer: Buffer, start: number, size: number): string {
  expectSize(size, 12, 'TIMESTAMP', start);
  return timestampText(buffer, start);
}
