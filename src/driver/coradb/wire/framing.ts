import { WireFormatError } from './codec/reader.js';

/** Function codes of the requests that this client sends (cas-protocol §4). */
export const FunctionCode = {
  END_TRAN: 1,
  PREPARE: 2,
  EXECUTE: 3,
  SET_DB_PARAMETER: 5,
  CLOSE_REQ_HANDLE: 6,
  FETCH: 8,
  GET_DB_VERSION: 15,
  GET_QUERY_INFO: 24,
  CON_CLOSE: 31,
  PREPARE_AND_EXECUTE: 41,
} as const;

/** Body length and CAS info stand before every request and reply (cas-protocol §3.1, §3.3). */
const FRAME_HEADER_BYTES = 8;
const CAS_INFO_BYTES = 4;

/** One row with large strings travels in one frame (cas-protocol §4.6), so the limit has to be generous. */
const DEFAULT_MAX_BODY_BYTES = 128 * 1024 * 1024;

/** First buffer of a frame that comes in pieces; it grows with what really arrives, not with what was announced. */
const FIRST_STORE_BYTES = 64 * 1024;

/** One reply: the CAS info (4 bytes) and the body (may be empty). Both are views of the received bytes. */
export interface Frame {
  readonly casInfo: Buffer;
  readonly body: Buffer;
}

/**
 * One request frame (cas-protocol §3.1).
 * @param casInfo the 4 bytes of the last reply, echoed
 * @param args the arguments, each already with its length (see `WireWriter`); empty for none
 */
export function encodeRequest(casInfo: Buffer, functionCode: number, args: Buffer): Buffer {
  if (casInfo.length !== CAS_INFO_BYTES) throw new RangeError('CAS info has 4 bytes');
  const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + 1 + args.length);
  frame.writeInt32BE(1 + args.length, 0);
  casInfo.copy(frame, CAS_INFO_BYTES);
  frame.writeUInt8(functionCode, FRAME_HEADER_BYTES);
  args.copy(frame, FRAME_HEADER_BYTES + 1);
  return frame;
}

/**
 * Cuts a byte stream into frames, wherever TCP split it. Frames that lie whole in a chunk are sliced, others are
 * gathered; memory never exceeds twice what has arrived (plus 64 KiB).
 */
export class FrameReader {
  /** Bytes of the frame under way; `stored` of them are filled. */
  private store = Buffer.allocUnsafe(FRAME_HEADER_BYTES);
  private stored = 0;

  /** @param maxBodyBytes longest body accepted, in bytes */
  constructor(private readonly maxBodyBytes: number = DEFAULT_MAX_BODY_BYTES) {}

  /** Bytes of an unfinished frame: not 0 when the stream ends means that a reply was cut. */
  get pendingBytes(): number {
    return this.stored;
  }

  /**
   * Takes the next bytes of the stream and returns the frames that are complete now.
   * @throws WireFormatError for a negative or too large body length; the reader is useless afterwards
   */
  push(chunk: Buffer): Frame[] {
    const frames: Frame[] = [];
    let offset = 0;
    while (offset < chunk.length) {
      offset = this.stored === 0 ? this.slice(chunk, offset, frames) : this.gather(chunk, offset, frames);
    }
    return frames;
  }

  private slice(chunk: Buffer, offset: number, frames: Frame[]): number {
    const available = chunk.length - offset;
    if (available >= FRAME_HEADER_BYTES) {
      const size = FRAME_HEADER_BYTES + this.bodyLength(chunk, offset);
      if (available >= size) {
        frames.push(toFrame(chunk.subarray(offset, offset + size)));
        return offset + size;
      }
    }
    return this.gather(chunk, offset, frames);
  }

  private gather(chunk: Buffer, offset: number, frames: Frame[]): number {
    let next = offset;
    if (this.stored < FRAME_HEADER_BYTES) {
      next = this.keep(chunk, next, FRAME_HEADER_BYTES);
      if (this.stored < FRAME_HEADER_BYTES) return next;
    }
    const size = FRAME_HEADER_BYTES + this.bodyLength(this.store, 0);
    next = this.keep(chunk, next, size);
    if (this.stored === size) {
      frames.push(toFrame(this.store.subarray(0, size)));
      this.store = Buffer.allocUnsafe(FRAME_HEADER_BYTES);
      this.stored = 0;
    }
    return next;
  }

  /** Copies from `chunk` until `size` bytes are stored or the chunk is used up; returns the new chunk offset. */
  private keep(chunk: Buffer, offset: number, size: number): number {
    const end = Math.min(chunk.length, offset + size - this.stored);
    const needed = this.stored + end - offset;
    if (needed > this.store.length) {
      const grown = Buffer.allocUnsafe(Math.min(size, Math.max(FIRST_STORE_BYTES, needed * 2)));
      this.store.copy(grown, 0, 0, this.stored);
      this.store = grown;
    }
    chunk.copy(this.store, this.stored, offset, end);
    this.stored = needed;
    return end;
  }

  private bodyLength(bytes: Buffer, offset: number): number {
    const length = bytes.readInt32BE(offset);
    if (length < 0 || length > this.maxBodyBytes) {
      throw new WireFormatError(`a body length from 0 to ${this.maxBodyBytes}`, 0, String(length));
    }
    return length;
  }
}

function toFrame(bytes: Buffer): Frame {
  return { casInfo: bytes.subarray(4, FRAME_HEADER_BYTES), body: bytes.subarray(FRAME_HEADER_BYTES) };
}
