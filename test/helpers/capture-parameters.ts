import type { Parameter } from '../../src/driver/value.js';
import type { CapturedParameter } from './captures.js';

interface CapturedCollection {
  readonly elements: readonly unknown[];
}

/** A captured bind parameter as a caller of this server would write it; undefined when there is no way to. */
export function toParameter({ type, value }: CapturedParameter): Parameter | undefined {
  if (value === null) return { type, value };
  if (Array.isArray(value)) return { type, value: clockText(type, value as (number | string)[]) };
  if (typeof value === 'object') {
    // Raw bytes stand for types the server refuses, MULTISET is bound as SEQUENCE by this client.
    return 'elements' in value && type !== 'MULTISET'
      ? { type, value: JSON.stringify((value as CapturedCollection).elements) }
      : undefined;
  }
  return { type, value: value as string | number };
}

function clockText(type: string, fields: readonly (number | string)[]): string {
  const two = (index: number): string => String(fields[index]).padStart(2, '0');
  if (type === 'TIME') return `${two(0)}:${two(1)}:${two(2)}`;
  const date = `${String(fields[0]).padStart(4, '0')}-${two(1)}-${two(2)}`;
  if (type === 'DATE') return date;
  const moment = `${date} ${two(3)}:${two(4)}:${two(5)}`;
  const milliseconds = type.startsWith('DATETIME') ? `.${String(fields[6]).padStart(3, '0')}` : '';
  const zone = typeof fields.at(-1) === 'string' ? ` ${fields.at(-1)}` : '';
  return moment + milliseconds + zone;
}
