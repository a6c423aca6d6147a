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
    [2_000, 'names', true],
    [350, 'counts', true],
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
    expect(text).toContain(
      'Not even the names of the 62 objects fit into 2000 characters; how many there are of each owner and kind: ARCHIVE table 2, ARCHIVE view 1, DBA table 1, PUBLIC table 1, READER table 1, SHOP table 47, SHOP view 9.',
    );
  });

  it.each([
    ['text', 2_000],
    ['json', 2_000],
    ['mermaid', 1_000],
  ] as const)('lists every name in parts, as %s', (format, maxChars) => {
    const names = model.objects.map(({ name }) => name);
    let start = 1;
    let parts = 0;
    for (let next: number | undefined = 1; next !== undefined; parts++) {
      start = next;
      const fitted = fitDetail(model, format, maxChars, start);
      expect(fitted.text.length).toBeLessThanOrEqual(maxChars);
      next = fitted.nextObject;
      for (const name of names.slice(start - 1, (next ?? names.length + 1) - 1)) {
        // Odd names are quoted in a way of each format.
        if (/^\w+$/.test(name)) expect(fitted.text).toContain(name);
      }
      if (next === undefined) continue;
      expect(next).toBeGreaterThan(start);
      expect(fitted.text).toContain(`give startObject ${next}`);
      if (format !== 'json') continue;
      expect(JSON.parse(fitted.text)).toMatchObject({
        objectCount: 62,
        nextObject: next,
        objects: model.objects.slice(start - 1, next - 1).map(({ owner, name }) => ({ owner, name })),
      });
    }
    expect(parts).toBeGreaterThan(1);
  });

  it('fills the reply with names: one more would not fit', () => {
    const { text, nextObject = 0 } = fitDetail(model, 'json', 2_000);
    expect(nextObject).toBeGreaterThan(5);
    expect(text.length).toBeGreaterThan(1_800);
  });

  it('gives the serials and synonyms with the last part', () => {
    const { text, nextObject } = fitDetail(model, 'text', 100_000, 63);
    expect(nextObject).toBeUndefined();
    expect(text).toContain('Objects before 63 of 62 are in the replies before.');
    expect(text).toMatch(/^SERIAL /m);
  });

  it('refuses a start behind the last part', () => {
    expect(() => fitDetail(model, 'text', 2_000, 64)).toThrow(
      'startObject 64: there are 62 objects. Pass nextObject of a reply.',
    );
  });

  it.each(['json', 'mermaid'] as const)('keeps %s whole', (format) => {
    const { text } = fitDetail(model, format, 20_000);
    expect(text.length).toBeLessThanOrEqual(20_000);
    if (format === 'json') expect(JSON.parse(text)).toMatchObject({ detail: 'names', complete: false });
    else expect(text).toMatch(/^erDiagram\n/);
  });
});
