import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, LIMIT, rowsOf } from '../../../test/helpers/embedded.js';
import type { Connection } from '../../driver/driver.js';
import { createEmbeddedDriver } from '../../driver/embedded/embedded-driver.js';
import { SchemaReader } from '../schema-service.js';
import { printSchemaText } from './text-printer.js';

describe('what people wrote into a schema', () => {
  const driver = createEmbeddedDriver();
  let connection: Connection;
  beforeAll(async () => void (connection = await connectTo(driver)));
  afterAll(async () => {
    await connection.close();
    await driver.dispose?.();
  });

  const text = async (object: string, detail: 'full' | 'summary' = 'full'): Promise<string> =>
    printSchemaText(await new SchemaReader().read(connection, { detail, object, timeoutMs: 0 }));

  it.each(['\n', '\r\n', '\r', '\u2028'])('begins no line of it, with the line end %j', async (end) => {
    await rowsOf(
      connection,
      `CREATE TABLE said (id INT DEFAULT 1, t VARCHAR DEFAULT 'a${end}CREATE TABLE fake (id INT)')`,
    );
    await rowsOf(connection, `COMMENT ON TABLE said IS 'one${end}CREATE TABLE fake (id INT)'`);
    await rowsOf(connection, `COMMENT ON COLUMN said.id IS 'two${end}TABLE DBA.fake'`);
    for (const detail of ['full', 'summary'] as const) {
      const lines = (await text('said', detail)).split(/[\n\r\u2028]/);
      expect(lines.filter((line) => /^ {0,3}(?:CREATE|TABLE DBA\.fake)/.test(line))).toEqual([]);
    }
    await connection.rollback(LIMIT);
  });

  it('is a name that the engine reads back', async () => {
    await rowsOf(connection, 'CREATE TABLE "odd]" ("id [1]" INT, "q""x]" INT, "a b" INT)');
    const printed = await text('"odd]"');
    expect(printed).toContain('TABLE DBA."odd]"');
    expect(printed).toContain('"id [1]" INTEGER');
    expect(printed).toContain('[a b] INTEGER');
    expect(await rowsOf(connection, 'SELECT "id [1]", "q""x]", [a b] FROM DBA."odd]"')).toEqual([]);
    await connection.rollback(LIMIT);
  });

  it('is a view that does not compile any more', async () => {
    await rowsOf(connection, 'CREATE TABLE base (id INT)');
    await rowsOf(connection, 'CREATE VIEW gone AS SELECT id FROM base');
    expect(await text('gone')).not.toContain('does not compile');
    await rowsOf(connection, 'DROP TABLE base');
    expect(await text('gone')).toContain(
      'VIEW DBA.gone -- does not compile: Table with name base does not exist!',
    );
    expect(await text('gone', 'summary')).toContain('does not compile: Table with name base');
    expect(await text('order_summary')).not.toContain('does not compile');
    await connection.rollback(LIMIT);
  });
});
