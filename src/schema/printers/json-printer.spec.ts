import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectCatalog } from '../../../test/helpers/catalog-connection.js';
import { SchemaReader } from '../schema-service.js';
import { printSchemaJson } from './json-printer.js';

/** The shape that the docs promise; no code knows it besides. */
const PUBLISHED = z.fromJSONSchema(
  JSON.parse(readFileSync(new URL('../../../docs/schema-document.schema.json', import.meta.url), 'utf8')),
);

/** Every fact of a value, as its path and its text. */
function facts(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((element, at) => facts(element, `${path}[${at}]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, field]) => facts(field, `${path}.${name}`));
  }
  return value === undefined ? [] : [`${path} = ${JSON.stringify(value)}`];
}

describe('the schema document', () => {
  it.each([
    ['dba', 'full'],
    ['dba', 'summary'],
    ['dba', 'names'],
    ['reader', 'full'],
  ] as const)('holds every fact of the model (%s, %s)', async (user, detail) => {
    const model = await new SchemaReader().read(connectCatalog(user), { detail, timeoutMs: 0 });
    const document: unknown = JSON.parse(printSchemaJson(model));
    const written = new Set(facts(document));
    const known = facts(model);
    expect(known.filter((fact) => !written.has(fact))).toEqual([]);
    expect(known.length).toBeGreaterThan(100);
  });

  it.each(['dba', 'reader', 'nobody_here'] as const)('keeps to its published shape (%s)', async (user) => {
    const model = await new SchemaReader().read(connectCatalog(user), { detail: 'full', timeoutMs: 0 });
    const document = JSON.parse(printSchemaJson(model)) as object;
    expect(PUBLISHED.safeParse(document).error?.issues ?? []).toEqual([]);
    expect(PUBLISHED.safeParse({ ...document, more: 1 }).success).toBe(false);
  });
});
