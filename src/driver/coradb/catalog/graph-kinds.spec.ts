import { describe, expect, it } from 'vitest';
import { connectCatalog } from '../../../../test/helpers/catalog-connection.js';
import { EngineError } from '../../driver-errors.js';
import { printSchemaText } from '../../../schema/printers/text-printer.js';
import { SchemaReader } from '../../../schema/schema-service.js';

const SYSTEM = `SELECT class_name, class_type FROM db_class WHERE is_system_class = 'YES'`;
const SYSTEM_CLASSES = {
  sql: SYSTEM,
  columns: [{ name: 'class_name', type: 'VARCHAR' }],
  rows: [['db_class'], ['db_edge_table'], ['db_vertex_table']],
};
const VERTICES = {
  sql: 'SELECT * FROM [db_vertex_table]',
  columns: ['owner_name', 'class_name'].map((name) => ({ name, type: 'VARCHAR' })),
  rows: [
    ['READER', 'my_orders'],
    ['SHOP', 'customer'],
  ],
};
const EDGES = {
  sql: 'SELECT * FROM [db_edge_table]',
  columns: ['owner_name', 'class_name', 'from_class_name', 'from_column', 'to_class_name', 'to_column'].map(
    (name) => ({
      name,
      type: 'VARCHAR',
    }),
  ),
  rows: [['SHOP', 'shipment_line', 'customer', 'o', 'my_orders', 'y']],
};

describe('the catalog of a graph engine', () => {
  it('makes tables vertex and edge tables, with the ends of an edge', async () => {
    const connection = connectCatalog('reader', {
      extra: { [SYSTEM]: SYSTEM_CLASSES, [VERTICES.sql]: VERTICES, [EDGES.sql]: EDGES },
    });
    const model = await new SchemaReader().read(connection, { detail: 'names', timeoutMs: 0 });
    const lines = printSchemaText(model).split('\n');
    expect(lines).toContain('VERTEX TABLE READER.my_orders');
    expect(lines).toContain('EDGE TABLE SHOP.shipment_line FROM SHOP.customer (o) TO SHOP.my_orders (y)');
    expect(lines).toContain('TABLE SHOP.open_child');
  });

  it('is left alone where the user may not read it', async () => {
    const refused = new EngineError('CoraDB', -494, 'SELECT is not authorized on db_vertex_table.');
    const connection = connectCatalog('reader', {
      extra: { [SYSTEM]: SYSTEM_CLASSES, [VERTICES.sql]: refused, [EDGES.sql]: refused },
    });
    const model = await new SchemaReader().read(connection, { detail: 'names', timeoutMs: 0 });
    expect(model.objects.filter((object) => object.kind !== 'table' && object.kind !== 'view')).toEqual([]);
  });
});
