import type { SchemaModel } from '../../driver/model/schema-model.js';

const SCHEMA_DOCUMENT_FORMAT = 'coradb-schema';
const SCHEMA_DOCUMENT_VERSION = 1;

/**
 * The schema document: the whole model as JSON, described by `docs/schema-document.schema.json`. What is absent
 * is none; empty lists are left out; what could not be read is written as `unknown`, `unread` or null.
 * Every object is one line, so that a change of one table changes one line.
 */
export function printSchemaJson(model: SchemaModel): string {
  const { objects, serials, synonyms, servers, ...about } = model;
  const head = compact({ format: SCHEMA_DOCUMENT_FORMAT, formatVersion: SCHEMA_DOCUMENT_VERSION, ...about });
  const lists = Object.entries({ objects, serials, synonyms, servers })
    .filter(([name, list]) => list.length > 0 || name === 'objects')
    .map(([name, list]) => `${JSON.stringify(name)}:[\n${list.map(compact).join(',\n')}\n]`);
  return `${head.slice(0, -1)},\n${lists.join(',\n')}\n}`;
}

function compact(value: object): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    Array.isArray(field) && field.length === 0 ? undefined : field,
  );
}
