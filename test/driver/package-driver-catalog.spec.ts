import { describe, expect, it } from 'vitest';
import { printSchemaText } from '../../src/schema/printers/text-printer.js';
import { SchemaReader } from '../../src/schema/schema-service.js';
import { catalogRules, catalogText } from '../helpers/catalog-rules.js';
import { connect, start, stopBrokersAfterEach } from '../helpers/package-connect.js';

stopBrokersAfterEach();

describe('the catalog of a CUBRID server through node-cubrid 11', () => {
  it.each(['dba', 'reader'] as const)('gives %s the same schema as the built-in client', async (user) => {
    const { broker, database } = await start(catalogRules(user));
    const connection = await connect(broker, { user });
    const model = await new SchemaReader().read(connection, { detail: 'full', timeoutMs: 20_000 });
    await connection.close();
    expect(`${printSchemaText(model)}\n`).toBe(catalogText(user));
    expect(database.unknown).toEqual([]);
    expect(broker.endings).not.toContain('commit');
  });
});
