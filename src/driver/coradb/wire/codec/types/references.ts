import type { LobValue } from '../../../../value.js';
import { WireFormatError, WireReader } from '../reader.js';
import { UnfitValueError } from '../charset.js';
import { expectSize, TypeCode, type WireType } from '../column-type.js';

/** Database type numbers inside a handle; not the column type codes (cas-protocol §4.14). */
const LOB_TYPES: ReadonlyMap<number, LobValue['type']> = new Map([
  [33, 'BLOB'],
  [34, 'CLOB'],
]);

/** What a packed LOB handle says. */
export interface LobHandle {
  readonly type: LobValue['type'];
  /** Bytes (for CLOB in the charset of the database); −1 when the server knows none. */
  readonly length: bigint;
  /** Where the contents lie, relative to the server's LOB directory; empty for none. */
  readonly locator: string;
}

/** Type and length only: contents are never read along with a row. Not bindable from text. */
export const blobType: WireType = { code: TypeCode.BLOB, names: ['BLOB'], decoder: () => decodeLob };
export const clobType: WireType = { code: TypeCode.CLOB, names: ['CLOB'], decoder: () => decodeLob };

function decodeLob(buffer: Buffer, start: number, size: number): LobValue {
  const { type, length } = readLobHandle(buffer.subarray(start, start + size));
  return { kind: 'lob', type, length };
}

/** @throws WireFormatError */
export function readLobHandle(handle: Buffer): LobHandle {
  const reader = new WireReader(handle);
  const number = reader.i32('LOB type');
  const type = LOB_TYPES.get(number);
  if (type === undefined) throw new WireFormatError('a LOB type of 33 or 34', 0, String(number));
  const length = reader.i64('LOB length');
  const locatorBytes = reader.i32('LOB locator length');
  const locator = locatorBytes === 0 ? '' : reader.cstr(locatorBytes, 'utf-8', 'LOB locator');
  reader.expectEnd();
  return { type, length, locator };
}

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
