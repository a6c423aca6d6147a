import { TypeCode } from '../column-type.js';
import type { WireType } from '../wire-type.js';
import { encodeClock, parseMoment } from './wall-clock-input.js';
import { datetimeText } from './wall-clock.js';
import { zoneText } from './zone.js';

/** `YYYY-MM-DD HH:MM:SS.mmm ZONE`: local time in that zone. */
export const datetimetzType: WireType = {
  code: TypeCode.DATETIMETZ,
  names: ['DATETIMETZ', 'DATETIME WITH TIME ZONE'],
  decoder: () => decodeDatetimetz,
  encode(value) {
    const { fields, zone } = parseMoment(value, { fractionDigits: 3, zoned: true });
    return encodeClock(fields, zone);
  },
};

/** The same on the wire; its zone is that of the session. */
export const datetimeltzType: WireType = {
  ...datetimetzType,
  code: TypeCode.DATETIMELTZ,
  names: ['DATETIMELTZ', 'DATETIME WITH LOCAL TIME ZONE'],
};

function decodeDatetimetz(buffer: Buffer, start: number, size: number): string {
  const zone = zoneText(buffer, start, size, 14);
  return `${datetimeText(buffer, start)} ${zone}`;
}
