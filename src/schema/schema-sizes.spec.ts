import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { connectCatalog } from '../../test/helpers/catalog-connection.js';
import type { Connection } from '../driver/driver.js';
import { createEmbeddedDriver } from '../driver/embedded/embedded-driver.js';
import { printSchema } from './printers/print-schema.js';
import { SCHEMA_DETAILS } from '../driver/model/schema-model.js';
import { SchemaReader } from './schema-service.js';

const DOCS = readFileSync(new URL('../../docs/schema.md', import.meta.url), 'utf8');

/** Rows of the table in the docs: characters of text, JSON and mermaid by detail. */
async function sizes(name: string, connection: Connection): Promise<string[]> {
  const rows: string[] = [];
  const login = { database: name, user: 'dba' };
  for (const detail of SCHEMA_DETAILS) {
    const model = await new SchemaReader().read(connection, { detail, timeoutMs: 0, login });
    const lengths = (['text', 'json', 'mermaid'] as const).map((format) =>
      printSchema(model, format).length.toLocaleString('en-US'),
    );
    rows.push(`| ${name}, ${model.objects.length} objects | ${detail} | ${lengths.join(' | ')} |`);
  }
  return rows;
}

function documented(name: string): string[] {
  return DOCS.split('\n')
    .filter((line) => line.startsWith(`| ${name}, `))
    .map((line) => line.replace(/\s+/g, ' ').trim());
}

describe('the size of a schema', () => {
  it('of the CUBRID sample is as the docs say', async () => {
    expect(await sizes('catdb', connectCatalog('dba'))).toEqual(documented('catdb'));
  });

  it('of the embedded sample database is as the docs say', async () => {
    const driver = createEmbeddedDriver();
    const connection = await driver.connect(
      { database: 'e-commerce', host: 'localhost', port: 33000, user: 'dba', password: '' },
      { timeoutMs: 20_000, signal: new AbortController().signal, lockTimeoutMs: 0, readOnly: true },
    );
    try {
      expect(await sizes('e-commerce', connection)).toEqual(documented('e-commerce'));
    } finally {
      await connection.close();
      await driver.dispose();
    }
  });
});
