import type { Row, Value } from '../../value.js';

/**
 * Rows on their way between the processes: by columns, each as JSON text where JSON holds its values exactly, which is
 * written and read several times faster than structured clones (bench/embedded.mjs). What it does not hold is cloned.
 */
export interface PackedRows {
  readonly rowCount: number;
  readonly columns: readonly PackedColumn[];
}

type PackedColumn =
  /** Numbers, texts, truth values and NULL. */
  | { readonly kind: 'json'; readonly json: string }
  /** BIGINT and wider, and NULL, as decimal digits. */
  | { readonly kind: 'bigint'; readonly json: string }
  /** Exact decimals, and NULL, as their text. */
  | { readonly kind: 'decimal'; readonly json: string }
  | { readonly kind: 'clone'; readonly values: readonly Value[] };

/** @param rows of the same length */
export function packRows(rows: readonly Row[]): PackedRows {
  const columns = (rows[0] ?? []).map((_, column) => packColumn(rows.map((row) => row[column] as Value)));
  return { rowCount: rows.length, columns };
}

export function unpackRows({ rowCount, columns }: PackedRows): readonly Row[] {
  const values = columns.map(unpackColumn);
  return Array.from({ length: rowCount }, (_, row) => values.map((column) => column[row] as Value));
}

function packColumn(values: readonly Value[]): PackedColumn {
  const kind = kindOf(values);
  switch (kind) {
    case 'json':
      return { kind, json: JSON.stringify(values) };
    case 'bigint':
      return { kind, json: JSON.stringify(values.map((value) => (value === null ? null : String(value)))) };
    case 'decimal':
      return { kind, json: JSON.stringify(values.map((value) => (isDecimal(value) ? value.text : null))) };
    case 'clone':
      return { kind, values };
  }
}

function unpackColumn(packed: PackedColumn): readonly Value[] {
  if (packed.kind === 'clone') return packed.values;
  if (packed.kind === 'json') return JSON.parse(packed.json) as Value[];
  const texts = JSON.parse(packed.json) as (string | null)[];
  return packed.kind === 'bigint'
    ? texts.map((text) => (text === null ? null : BigInt(text)))
    : texts.map((text) => (text === null ? null : { kind: 'decimal', text }));
}

/** The one kind that all values of a column are of, NULL apart. */
function kindOf(values: readonly Value[]): PackedColumn['kind'] {
  let kind: PackedColumn['kind'] | undefined;
  for (const value of values) {
    if (value === null) continue;
    const own = kindOfValue(value);
    if (own === 'clone' || (kind !== undefined && kind !== own)) return 'clone';
    kind = own;
  }
  return kind ?? 'json';
}

function kindOfValue(value: NonNullable<Value>): PackedColumn['kind'] {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return 'json';
    case 'number':
      // JSON has neither of these, nor a zero with a sign.
      return Number.isFinite(value) && !Object.is(value, -0) ? 'json' : 'clone';
    case 'bigint':
      return 'bigint';
    default:
      return isDecimal(value) ? 'decimal' : 'clone';
  }
}

function isDecimal(value: Value): value is Extract<Value, { readonly kind: 'decimal' }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'decimal';
}
