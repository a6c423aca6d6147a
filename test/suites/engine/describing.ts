import { expect, it } from 'vitest';
import { type EngineSession, needsSample, needsSaving } from './engine-session.js';

/** Schemas: what is shown of them, and what is kept. */
export function testDescribing(on: EngineSession): void {
  const { engine } = on;
  const { database } = engine.login;
  const describeIt = (args: Record<string, unknown> = {}) => on.call('describe_schema', args);

  it.each(['names', 'summary', 'full'] as const)('describes the schema: %s', async (detail) => {
    const text = await describeIt({ detail, refresh: true });
    expect(text.isError).toBe(false);
    const json = await describeIt({ detail, format: 'json' });
    expect(json.isError).toBe(false);
    expect(JSON.parse(json.text)).toEqual(json.document);
    expect(json.document).toMatchObject({ format: 'coradb-schema', database });
    // An object that is alone in its database is printed without a heading.
    const { objects } = json.document;
    expect(text.text).toContain(objects.length === 1 ? objects[0].name : `database ${database}`);
  });

  it('names the objects of the sample, and its graph', async (context) => {
    needsSample(context, engine);
    const { text } = await describeIt({ detail: 'names' });
    for (const name of ['orders', 'order_item'])
      expect(text).toMatch(new RegExp(`^TABLE DBA\\.${name}\\b`, 'm'));
    for (const name of ['product', 'category', 'customer']) {
      expect(text).toMatch(new RegExp(`^VERTEX TABLE DBA\\.${name}\\b`, 'm'));
    }
    expect(text).toMatch(
      /^EDGE TABLE DBA\.part_of FROM (?:DBA\.)?product \(product_id\) TO (?:DBA\.)?category \(category_id\)/m,
    );
    expect(text).toMatch(
      /^EDGE TABLE DBA\.bought FROM (?:DBA\.)?customer \(customer_id\) TO (?:DBA\.)?product \(product_id\)/m,
    );
    expect(text).toMatch(/^VIEW DBA\.order_summary\b/m);
    expect(text).toMatch(/^SERIAL DBA\.order_serial\b/m);
    const { document } = await describeIt({ format: 'json' });
    expect(document.objects).toHaveLength(8);
  });

  it('shows the keys of a table and where they point', async (context) => {
    needsSample(context, engine);
    const { text } = await describeIt({ object: 'dba.Order_Item' });
    expect(text).toMatch(/^TABLE DBA\.order_item\b/m);
    expect(text).toContain('PRIMARY KEY (order_id, line_no)');
    expect(text).toMatch(/FOREIGN KEY \(order_id\) REFERENCES DBA\.orders \(id\)/);
    expect(text).toMatch(/FOREIGN KEY \(product_id\) REFERENCES DBA\.product \(id\)/);
    expect(text).toContain('INDEX idx_order_item_product (product_id, order_id)');
  });

  it('describes one object as CREATE-like text, in any letter case', async () => {
    for (const object of [engine.object.name, engine.object.name.toLowerCase()]) {
      const { isError, text } = await describeIt({ object });
      expect(isError).toBe(false);
      for (const line of engine.object.lines) expect(text).toMatch(line);
    }
  });

  it('says what names there are near an unknown one', async () => {
    const { name } = engine.object;
    const unknown = await describeIt({ object: `${name.slice(0, -1).toLowerCase()}k_` });
    expect(unknown.isError).toBe(true);
    expect(unknown.document.error.layer).toBe('input');
    if (engine.sample) expect(unknown.text).toContain(name.toLowerCase());
  });

  it('keeps a schema, and reads it again after a call has committed DDL', async (context) => {
    needsSaving(context, engine);
    const names = async () => (await describeIt({ detail: 'names' })).document;
    await names();
    const kept = await names();
    expect(kept.ageMs).toBeGreaterThanOrEqual(0);
    expect(kept.schema).not.toContain('made_later');
    await on.execute('CREATE TABLE made_later (a INTEGER)');
    const fresh = await names();
    expect(fresh.ageMs).toBeUndefined();
    expect(fresh.schema).toContain('made_later');
    await on.execute('DROP TABLE made_later');
  });

  it('keeps the schema of one object, and reads it again when asked to', async () => {
    const object = engine.object.name;
    await describeIt({ object, refresh: true });
    expect((await describeIt({ object })).document.ageMs).toBeGreaterThanOrEqual(0);
    expect((await describeIt({ object, refresh: true })).document.ageMs).toBeUndefined();
  });
}
