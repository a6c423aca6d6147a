import { expect } from 'vitest';
import { AsciiText } from '../../src/driver/coradb/wire/codec/ascii-text.js';
import { type Charset, UnfitValueError } from '../../src/driver/coradb/wire/codec/charset.js';
import type { ScalarInput, WireType } from '../../src/driver/coradb/wire/codec/column-type.js';
import { WireFormatError } from '../../src/driver/coradb/wire/codec/reader.js';
import type { Value } from '../../src/driver/value.js';

/** Decodes a payload that stands between other bytes, as it does in a reply. */
export function decodeHex(type: Pick<WireType, 'decoder'>, hex: string, charset: Charset = 'utf-8'): Value {
  const payload = Buffer.from(hex, 'hex');
  const reply = Buffer.concat([Buffer.from('ffff', 'hex'), payload, Buffer.from('ff', 'hex')]);
  return type.decoder(charset, new AsciiText(reply))(reply, 2, payload.length);
}

export function encodeHex(type: WireType, value: ScalarInput, charset: Charset = 'utf-8'): string {
  return type.encode?.(value, charset).toString('hex') ?? 'not bindable';
}

export function expectBroken(type: Pick<WireType, 'decoder'>, ...payloads: readonly string[]): void {
  for (const hex of payloads) expect(() => decodeHex(type, hex), hex).toThrow(WireFormatError);
}

export function expectUnfit(type: WireType, ...values: readonly ScalarInput[]): void {
  for (const value of values) expect(() => encodeHex(type, value), String(value)).toThrow(UnfitValueError);
}
