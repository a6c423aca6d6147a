import type { Value } from '../../driver/value.js';
import type { JsonValue } from './reply-document.js';
import { beginningOf } from '../../text/cut-text.js';

/** Numbers of at most this many significant decimal digits survive a trip through a double unchanged. */
const EXACT_DIGITS = 15;

/** Counts the cells that were cut, so that a reply can say so. */
export interface CellLimit {
  /** Longest text in a cell, in UTF-16 units. */
  readonly maxCellChars: number;
  cellsCut: number;
}

/**
 * A value as it stands in a reply. Numbers that a JavaScript number cannot hold exactly become text, binary becomes
 * hex, NaN and infinities become text (JSON has none), large objects show their type and length only.
 */
export function formatValue(value: Value, limit: CellLimit): JsonValue {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value === 'string') return cut(value, limit);
  if (value instanceof Uint8Array) return formatBinary(value, limit);
  if (isCollection(value)) return value.map((element) => formatValue(element, limit));
  switch (value.kind) {
    case 'decimal':
      return formatDecimal(value.text);
    case 'lob':
      return `${value.type} (${value.length} ${value.length === 1n ? 'byte' : 'bytes'})`;
    case 'opaque':
      return `type ${value.typeCode}: ${String(formatBinary(value.bytes, limit))}`;
  }
}

function isCollection(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function formatDecimal(text: string): number | string {
  const digits = text.replace(/^[+-]?0*\.?0*|\./g, '');
  const number = Number(text);
  return digits.length <= EXACT_DIGITS && Number.isFinite(number) ? number : text;
}

function formatBinary(bytes: Uint8Array, limit: CellLimit): string {
  // Two hex digits a byte: only what can be shown is converted.
  const shown = Math.min(bytes.length, Math.ceil(limit.maxCellChars / 2));
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, shown).toString('hex').slice(0, limit.maxCellChars);
  return hex.length === bytes.length * 2 ? hex : mark(hex, `${bytes.length} bytes`, limit);
}

function cut(text: string, limit: CellLimit): string {
  if (text.length <= limit.maxCellChars) return text;
  return mark(beginningOf(text, limit.maxCellChars), `${text.length} characters`, limit);
}

function mark(shown: string, whole: string, limit: CellLimit): string {
  limit.cellsCut++;
  return `${shown}… [cut; ${whole} in all]`;
}
