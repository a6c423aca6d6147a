import { TypeCode } from '../column-type.js';
import { expectSize, type WireType } from '../wire-type.js';
import { encodeClock, parseTime } from './wall-clock-input.js';
import { timeText } from './wall-clock.js';

/** `HH:MM:SS` */
export const timeType: WireType = {
  code: TypeCode.TIME,
  names: ['TIME'],
  decoder: () => decodeTime,
  encode: (value) => encodeClock(parseTime(value)),
};

function decodeTime(buffer: Buffer, start: number, size: number): string {
  expectSize(size, 6, 'TIME', start);
  return timeText(buffer, start);
}
