import { UnfitValueError } from '../charset.js';
import { TypeCode } from '../column-type.js';
import { expectSize, type WireType } from '../wire-type.js';

const OID_BYTES = 8;

/** An object reference as `@page|slot|volume`; one that points nowhere (8 zero bytes) is null, as in JDBC. */
export const objectType: WireType = {
  code: TypeCode.OBJECT,
  names: ['OBJECT', 'OID'],
  decoder: () => decodeObject,
  encode(value) {
    const match = /^@(\d{1,10})\|(\d{1,5})\|(\d{1,5})$/.exec(String(value));
    const [page, slot, volume] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])];
    if (match === null || page > 0x7fffffff || slot > 0x7fff || volume > 0x7fff) {
      throw new UnfitValueError('an object reference @page|slot|volume');
    }
    const payload = Buffer.allocUnsafe(OID_BYTES);
    payload.writeInt32BE(page, 0);
    payload.writeInt16BE(slot, 4);
    payload.writeInt16BE(volume, 6);
    return payload;
  },
};

function decodeObject(buffer: Buffer, start: number, size: number): string | null {
  expectSize(size, OID_BYTES, 'OBJECT', start);
  return readOid(buffer, start);
}

/** The 8 bytes of an OID: i32 page, i16 slot, i16 volume. */
export function readOid(buffer: Buffer, start: number): string | null {
  const page = buffer.readInt32BE(start);
  const slot = buffer.readInt16BE(start + 4);
  const volume = buffer.readInt16BE(start + 6);
  return page === 0 && slot === 0 && volume === 0 ? null : `@${page}|${slot}|${volume}`;
}
