import type { SchemaModel } from '../../driver/model/schema-model.js';
import { printSchemaJson } from './json-printer.js';
import { printSchemaMermaid } from './mermaid-printer.js';
import { printSchemaText } from './text-printer.js';

export type SchemaFormat = 'text' | 'json' | 'mermaid';

export const SCHEMA_MIME_TYPES: Readonly<Record<SchemaFormat, string>> = {
  text: 'text/plain',
  json: 'application/json',
  mermaid: 'text/vnd.mermaid',
};

/** One of the three forms of the same model. */
export function printSchema(model: SchemaModel, format: SchemaFormat): string {
  const print = { text: printSchemaText, json: printSchemaJson, mermaid: printSchemaMermaid }[format];
  return print(model);
}
