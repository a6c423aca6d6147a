import { describe, expect, it } from 'vitest';
import { connectCatalog } from '../../test/helpers/catalog-connection.js';
import { fitDetail } from './fit-detail.js';
import { SchemaReader } from './schema-service.js';

const model = await new SchemaReader().read(connectCatalog('dba'), { detail: 'full', timeoutMs: 0 });

describe('fitting a schema into a reply', () => {
  it.each([
    [100_000, 'full', false],
    [20_000, 'summary', true],
    [10_000, 'names', true],
    [2_000, 'counts', true],
  ] as const)('prints within %d characters at detail %s', (maxChars, detail, reduced) => {
    const fitted = fitDetail(model, 'text', maxChars);
    expect(fitted).toMatchObject({ detail, reduced });
    expect(fitted.text.length).toBeLessThanOrEqual(maxChars);
  });

  it('says what was left out and how to get it', () => {
    expect(fitDetail(model, 'text', 10_000).text.split('\n')[1]).toBe(
      '-- Detail full takes 24944 characters and the reply may have 10000: this is detail names. Ask for one object, or give a search pattern.',
    );
    const { text } = fitDetail(model, 'text', 2_000);
    expect(text).toMatch(/^-- database \S+ as DBA sees it: 62 objects, /);
    expect(JSON.parse(fitDetail(model, 'json', 2_000).text)).toMatchObject({ objectCount: 62, objects: [] });
    expect(text).toContain(
      'Not even the names of the 62 objects fit into 2000 characters; how many there are of each owner and kind: ARCHIVE table 2, ARCHIVE view 1, DBA table 1, PUBLIC table 1, READER table 1, SHOP table 47, SHOP view 9.',
    );
  });

  it.each(['json', 'mermaid'] as const)('keeps %s whole', (format) => {
    const { text } = fitDetail(model, format, 20_000);
    expect(text.length).toBeLessThanOrEqual(20_000);
    if (format === 'json') expect(JSON.parse(text)).toMatchObject({ detail: 'names', complete: false });
    else expect(text).toMatch(/^erDiagram\n/);
  });
});
