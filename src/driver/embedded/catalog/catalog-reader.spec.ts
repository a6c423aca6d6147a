import { describe, expect, it } from 'vitest';
import { connectDuckDb } from '../../../../test/helpers/duckdb-connection.js';
import { printSchemaJson } from '../../../schema/printers/json-printer.js';
import { printSchemaMermaid } from '../../../schema/printers/mermaid-printer.js';
import { printSchemaText } from '../../../schema/printers/text-printer.js';
import { SchemaReader } from '../../../schema/schema-service.js';

const SETUP = `
  CREATE SCHEMA coradb_catalog;
  CREATE TABLE coradb_catalog.graph_table (table_name VARCHAR, kind VARCHAR, source_table VARCHAR,
    source_column VARCHAR, target_table VARCHAR, target_column VARCHAR);
  CREATE SEQUENCE product_id_seq START 5 INCREMENT 2;
  CREATE SEQUENCE order_no START 1000 CYCLE;
  CREATE TABLE category (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL UNIQUE);
  CREATE TABLE product (id INTEGER PRIMARY KEY DEFAULT nextval('product_id_seq'), name VARCHAR NOT NULL,
    unit_price DECIMAL(10,2) DEFAULT 1.5 NOT NULL, units_in_stock SMALLINT NOT NULL, added TIMESTAMP DEFAULT
    current_timestamp, size ENUM('S', 'it''s'), CHECK (unit_price > 0));
  CREATE TABLE part_of (product_id INTEGER NOT NULL REFERENCES product(id), category_id INTEGER NOT NULL
    REFERENCES category(id), PRIMARY KEY (category_id, product_id));
  CREATE INDEX i_name ON product (lower(name), "size");
  CREATE VIEW cheap AS SELECT id, name FROM product WHERE unit_price < 10;
  COMMENT ON TABLE product IS 'what''s sold';
  COMMENT ON COLUMN product.name IS 'shown to people';
  INSERT INTO coradb_catalog.graph_table VALUES ('product', 'vertex', NULL, NULL, NULL, NULL),
    ('category', 'vertex', NULL, NULL, NULL, NULL),
    ('part_of', 'edge', 'product', 'product_id', 'category', 'category_id');
  INSERT INTO category VALUES (1, 'Hats'), (2, 'Socks');
`;

const PRODUCT = `VERTEX TABLE DBA.product COMMENT 'what''s sold'
  id INTEGER AUTO_INCREMENT(5,2) NOT NULL
  name VARCHAR NOT NULL COMMENT 'shown to people'
  unit_price NUMERIC(10,2) DEFAULT 1.5 NOT NULL
  units_in_stock SHORT NOT NULL
  added DATETIME DEFAULT current_timestamp
  [size] ENUM('S', 'it''s')
  PRIMARY KEY (id)
  CHECK (unit_price > 0)
  INDEX i_name (lower("name"), [size])`;

describe('the catalog of the embedded engine', () => {
  it('prints one vertex table in the CREATE-like form', async () => {
    const connection = await connectDuckDb(SETUP);
    const model = await new SchemaReader().read(connection, {
      object: 'PRODUCT',
      detail: 'full',
      timeoutMs: 0,
    });
    expect(printSchemaText(model)).toBe(
      `${PRODUCT}\n  -- referenced by DBA.part_of (product_id)\n  -- about 0 rows (estimate: duckdb_tables().estimated_size)`,
    );
  });

  it('prints the whole database with edge ends, view and free sequence', async () => {
    const connection = await connectDuckDb(SETUP);
    const model = await new SchemaReader().read(connection, { detail: 'full', timeoutMs: 0 });
    expect(connection.statements).toHaveLength(9);
    const blocks = printSchemaText(model).split('\n\n');
    expect(blocks[0]).toMatch(/^-- database memory as DBA sees it: 4 objects, DuckDB v1\./);
    expect(blocks.slice(1)).toEqual([
      `VERTEX TABLE DBA.category\n  id INTEGER NOT NULL\n  name VARCHAR NOT NULL\n  PRIMARY KEY (id)\n  UNIQUE (name)\n  -- about 2 rows (estimate: duckdb_tables().estimated_size)`,
      `VIEW DBA.cheap\n  id INTEGER\n  name VARCHAR\n  AS SELECT id, "name" FROM product WHERE (unit_price < 10)`,
      `EDGE TABLE DBA.part_of FROM DBA.product (product_id) TO DBA.category (category_id)
  product_id INTEGER NOT NULL
  category_id INTEGER NOT NULL
  PRIMARY KEY (category_id, product_id)
  FOREIGN KEY (product_id) REFERENCES DBA.product (id)
  FOREIGN KEY (category_id) REFERENCES DBA.category (id)
  -- about 0 rows (estimate: duckdb_tables().estimated_size)`,
      `${PRODUCT}\n  -- about 0 rows (estimate: duckdb_tables().estimated_size)`,
      'SERIAL DBA.order_no NEXT 1000 INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 CYCLE',
    ]);
  });

  it('gives names only, and JSON and mermaid of the same model', async () => {
    const connection = await connectDuckDb(SETUP);
    const reader = new SchemaReader();
    const names = await reader.read(connection, { detail: 'names', timeoutMs: 0 });
    expect(printSchemaText(names).split('\n\n')[1]).toBe(
      [
        'VERTEX TABLE DBA.category',
        'VIEW DBA.cheap',
        'EDGE TABLE DBA.part_of FROM DBA.product (product_id) TO DBA.category (category_id)',
        "VERTEX TABLE DBA.product COMMENT 'what''s sold'",
      ].join('\n'),
    );
    const found = await reader.read(connection, { detail: 'full', search: 'shown', timeoutMs: 0 });
    const document = JSON.parse(printSchemaJson(found)) as { objects: { name: string }[] };
    expect(document.objects.map((object) => object.name)).toEqual(['product']);
    const model = await reader.read(connection, { detail: 'summary', timeoutMs: 0 });
    expect(printSchemaMermaid(model)).toBe(`erDiagram
  "DBA.category" {
    INTEGER id PK
    VARCHAR name UK
  }
  "DBA.cheap" {
    INTEGER id
    VARCHAR name
  }
  "DBA.part_of" {
    INTEGER product_id PK, FK
    INTEGER category_id PK, FK
  }
  "DBA.product" {
    INTEGER id PK
    VARCHAR name "shown to people"
    NUMERIC(10_2) unit_price
    SHORT units_in_stock
    DATETIME added
    ENUM size
  }
  "DBA.product" ||--o{ "DBA.part_of" : "product_id"
  "DBA.category" ||--o{ "DBA.part_of" : "category_id"`);
  });

  it('names the nearest objects when there is none of that name', async () => {
    const connection = await connectDuckDb(SETUP);
    const read = new SchemaReader().read(connection, { object: 'produkt', detail: 'full', timeoutMs: 0 });
    await expect(read).rejects.toMatchObject({
      message: 'There is no table or view produkt, or the user has no SELECT right on it.',
      hint: 'The nearest names are DBA.product, DBA.part_of, DBA.cheap, DBA.category.',
    });
  });
});
