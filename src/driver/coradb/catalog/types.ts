import { quoteText } from '../../model/quote.js';
import type { CatalogRow } from '../../catalog/catalog-row.js';

const WITH_LENGTH: ReadonlyMap<string, string> = new Map([
  ['CHAR', 'CHAR'],
  ['NCHAR', 'NCHAR'],
  ['BIT', 'BIT'],
  ['STRING', 'VARCHAR'],
  ['VARNCHAR', 'NCHAR VARYING'],
  ['VARBIT', 'BIT VARYING'],
]);

const PLAIN: ReadonlySet<string> = new Set([
  'SHORT',
  'INTEGER',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'MONETARY',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMPTZ',
  'TIMESTAMPLTZ',
  'DATETIME',
  'DATETIMETZ',
  'DATETIMELTZ',
  'BLOB',
  'CLOB',
]);

export const COLLECTION_TYPES: ReadonlySet<string> = new Set(['SET', 'MULTISET', 'SEQUENCE']);

/** What the type text needs besides the row itself. */
export interface TypeParts {
  readonly elements?: readonly string[];
  readonly enumValues?: readonly string[];
  readonly jsonSchema?: string;
}

/** The type of a row of `db_attribute` or `db_attr_setdomain_elm` as CREATE would write it (catalog, §4). */
export function typeText(row: CatalogRow, parts: TypeParts = {}): string {
  const dataType = row.text('data_type');
  const withLength = WITH_LENGTH.get(dataType);
  if (withLength !== undefined) return `${withLength}(${row.text('prec')})`;
  if (dataType === 'NUMERIC') return `NUMERIC(${row.text('prec')},${row.text('scale')})`;
  if (dataType === 'ENUM') {
    return parts.enumValues === undefined ? 'ENUM' : `ENUM(${parts.enumValues.map(quoteText).join(', ')})`;
  }
  if (dataType === 'JSON') {
    return parts.jsonSchema === undefined ? 'JSON' : `JSON(${quoteText(parts.jsonSchema)})`;
  }
  if (dataType === 'OBJECT') {
    const target = row.filled('domain_class_name');
    const owner = row.filled('domain_owner_name');
    return target === undefined ? 'OBJECT' : `${owner === undefined ? '' : `${owner}.`}${target}`;
  }
  if (COLLECTION_TYPES.has(dataType)) return collectionText(dataType, parts.elements ?? []);
  return dataType;
}

function collectionText(dataType: string, elements: readonly string[]): string {
  if (elements.length === 0) return dataType;
  return elements.length === 1 ? `${dataType} OF ${elements[0]}` : `${dataType} OF (${elements.join(', ')})`;
}

/** True when the type text does not already hold the precision: a type this server does not know. */
export function isUnknownType(dataType: string): boolean {
  return (
    !PLAIN.has(dataType) &&
    !WITH_LENGTH.has(dataType) &&
    !COLLECTION_TYPES.has(dataType) &&
    !['NUMERIC', 'ENUM', 'JSON', 'OBJECT'].includes(dataType)
  );
}
