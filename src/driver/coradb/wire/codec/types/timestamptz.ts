import { TypeCode } from '../column-type.js';
import type { WireType } from '../wire-type.js';
import { encodeClock, parseMoment } from './wall-clock-input.js';
import { timestampText } from './wall-clock.js';
import { zoneText } from './zone.js';

/** `YYYY-MM-DD HH:MM:SS ZONE`: local time in that zone. */
export const timestamptzType: WireType = {
  code: TypeCode.TIMESTAMPTZ,
  names: ['TIMESTAMPTZ', 'TIMESTAMP WITH TIME ZONE'],
  decoder: () => decodeTimestamptz,
  encode(value) {
    const { fields, zone } = parseMoment(value, { fractionDigits: 0, zoned: true });
    return encodeClock(fields, zone);
  },
};

/** The same on the wire; its zone is that of the session. */
export const timestampltzType: WireType = {
  ...timestamptzType,
  code: TypeCode.TIMESTAMPLTZ,
  names: ['TIMESTAMPLTZ', 'TIMESTAMP WITH LOCAL TIME ZONE'],
};

function decodeTimestamptz(buffer: Buffer, start: number, size: number): string {
  const zone = zoneText(buffer, start, size, 12);
  return `${timestampText(buffer, start)} ${zone}`;
}
