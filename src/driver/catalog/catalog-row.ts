import type { Row, Value } from '../value.js';

/** One row of a catalog query, read by column name. Engines give numbers as number, bigint or exact decimal. */
export class CatalogRow {
  constructor(
    private readonly positions: ReadonlyMap<string, number>,
    private readonly row: Row,
  ) {}

  /** Names of the columns this row has, in lower case. */
  get columns(): readonly string[] {
    return [...this.positions.keys()];
  }

  /** The value as it came; null when it is NULL or this engine version has no such column. */
  value(column: string): Value {
    const position = this.positions.get(column);
    return position === undefined ? null : (this.row[position] ?? null);
  }

  /** Text of a column that may be NULL; undefined then. */
  optional(column: string): string | undefined {
    const value = this.value(column);
    return value === null ? undefined : valueText(value);
  }

  /** Text of a column; empty when it is NULL. */
  text(column: string): string {
    return this.optional(column) ?? '';
  }

  /** Text of a column where NULL and the empty string mean the same, as in comments. */
  filled(column: string): string | undefined {
    const text = this.optional(column);
    return text === '' ? undefined : text;
  }

  integer(column: string): number | undefined {
    const text = this.optional(column);
    return text === undefined || text === '' ? undefined : Number(text);
  }

  /** True for the catalog's `YES`, for true, and for 1. */
  flag(column: string): boolean {
    const text = this.text(column);
    return text === 'YES' || text === 'true' || text === '1';
  }

  /** Elements of a collection as text; empty for anything else. NULL elements are left out. */
  list(column: string): readonly string[] {
    const value = this.value(column);
    if (!isList(value)) return [];
    return value.filter((element) => element !== null).map(valueText);
  }
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** A catalog value as text; decimals keep their digits. */
export function valueText(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'object') {
    if ('kind' in value) return value.kind === 'decimal' ? value.text : '';
    if (isList(value)) return value.map(valueText).join(', ');
    return Buffer.from(value).toString('hex');
  }
  return String(value);
}
