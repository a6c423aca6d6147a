import type { ColumnDefault } from '../../model/column-model.js';

const CHARACTER_TYPES: ReadonlySet<string> = new Set(['CHAR', 'STRING', 'NCHAR', 'VARNCHAR']);
const TIME_FUNCTION = /^(?:(?:SYS|CURRENT)_(?:DATE|TIME|TIMESTAMP|DATETIME)|UNIX_TIMESTAMP\(\))$/;
const TEXT_FUNCTION =
  /^(?:(?:SYS|CURRENT)_(?:DATE|TIME|TIMESTAMP|DATETIME)|CURRENT_USER|UNIX_TIMESTAMP\(\)|TO_CHAR\(.*)$/s;
/** The catalog cuts a default after this many bytes (catalog, §4). */
const CATALOG_BYTES = 255;

/** What `db_attribute.default_value` says, taken apart. */
export interface StoredDefault {
  readonly default?: ColumnDefault;
  readonly onUpdate?: string;
}

/** Reads a default as the catalog stores it: no outer quotes on text, ON UPDATE glued on (catalog, §4). */
export function parseStoredDefault(dataType: string, stored: string | undefined): StoredDefault {
  if (stored === undefined) return {};
  if (CHARACTER_TYPES.has(dataType)) return { default: characterDefault(stored) };
  if (/^(?:DATE|TIME)/.test(dataType)) return timeDefault(dataType, stored);
  if (stored.startsWith('{')) return { default: { sql: stored, kind: 'unclear' } };
  const isFunction = /^[A-Z_]+\(.*\)$/s.test(stored);
  return { default: { sql: stored, kind: isFunction ? 'expression' : 'literal' } };
}

/** The default with what `SHOW CREATE TABLE` prints for it, which settles text or function and is not cut. */
export function settleDefault(stored: ColumnDefault, shown: string | undefined): ColumnDefault {
  if (shown === undefined || (stored.kind !== 'unclear' && !stored.truncated)) return stored;
  return { sql: shown, kind: /^(?:_\w+)?N?'|^\{/.test(shown) ? 'literal' : 'expression' };
}

function characterDefault(stored: string): ColumnDefault {
  if (Buffer.byteLength(stored) >= CATALOG_BYTES)
    return { sql: `'${stored}'`, kind: 'literal', truncated: true };
  // A CHAR default is padded to the column's length, so a function name with blanks after it is text.
  return TEXT_FUNCTION.test(stored)
    ? { sql: stored, kind: 'unclear' }
    : { sql: `'${stored}'`, kind: 'literal' };
}

function timeDefault(dataType: string, stored: string): StoredDefault {
  const split = /^(.*?)\s*ON UPDATE (\S+)$/s.exec(stored);
  const value = split?.[1] ?? stored;
  const onUpdate = split?.[2];
  return {
    ...(value === '' ? {} : { default: timeValue(dataType, value) }),
    ...(onUpdate === undefined ? {} : { onUpdate }),
  };
}

function timeValue(dataType: string, value: string): ColumnDefault {
  return TIME_FUNCTION.test(value)
    ? { sql: value, kind: 'expression' }
    : { sql: `${dataType} '${value}'`, kind: 'literal' };
}
