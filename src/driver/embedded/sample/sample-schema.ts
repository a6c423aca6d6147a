import { CREATE_GRAPH_CATALOG, type GraphTable } from '../graph-catalog.js';

/** The tables of the sample database, before its rows are loaded. */
export const SAMPLE_TABLES: readonly string[] = [
  `CREATE TABLE category (
     id INTEGER PRIMARY KEY, name VARCHAR(32) NOT NULL, description VARCHAR(64))`,
  `CREATE TABLE product (
     id INTEGER PRIMARY KEY, name VARCHAR(64) NOT NULL, description VARCHAR(32) NOT NULL,
     unit_price NUMERIC(10,2) NOT NULL, units_in_stock SMALLINT NOT NULL DEFAULT 0)`,
  `CREATE TABLE customer (
     id INTEGER PRIMARY KEY, name VARCHAR(64) NOT NULL, email VARCHAR(128), city VARCHAR(64) NOT NULL,
     country VARCHAR(64) NOT NULL DEFAULT 'South Korea', since DATE NOT NULL, last_shipped_at TIMESTAMP)`,
  `CREATE TABLE part_of (
     product_id INTEGER NOT NULL REFERENCES product (id), category_id INTEGER NOT NULL REFERENCES category (id),
     position SMALLINT NOT NULL, PRIMARY KEY (product_id, category_id))`,
  `CREATE TABLE bought (
     customer_id INTEGER NOT NULL REFERENCES customer (id), product_id INTEGER NOT NULL REFERENCES product (id),
     quantity INTEGER NOT NULL DEFAULT 1, bought_at TIMESTAMP NOT NULL, PRIMARY KEY (customer_id, product_id))`,
  `CREATE TABLE orders (
     id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer (id),
     status VARCHAR(16) NOT NULL DEFAULT 'paid', ordered_at TIMESTAMP NOT NULL, shipped_at TIMESTAMP,
     total NUMERIC(12,2) NOT NULL, note VARCHAR(128))`,
  `CREATE TABLE order_item (
     order_id INTEGER NOT NULL REFERENCES orders (id), line_no SMALLINT NOT NULL,
     product_id INTEGER NOT NULL REFERENCES product (id), quantity SMALLINT NOT NULL DEFAULT 1,
     unit_price NUMERIC(10,2) NOT NULL, PRIMARY KEY (order_id, line_no))`,
  ...CREATE_GRAPH_CATALOG,
];

/** What is made once the rows are there: indexes over loaded rows are built faster. */
export const SAMPLE_EXTRAS: readonly string[] = [
  `UPDATE customer SET last_shipped_at = shipped.latest
     FROM (SELECT customer_id, max(shipped_at) AS latest FROM orders GROUP BY customer_id) shipped
    WHERE shipped.customer_id = customer.id`,
  'CREATE INDEX idx_part_of_category ON part_of (category_id)',
  'CREATE INDEX idx_bought_product ON bought (product_id)',
  'CREATE INDEX idx_orders_customer ON orders (customer_id)',
  'CREATE INDEX idx_order_item_product ON order_item (product_id, order_id)',
  `CREATE VIEW order_summary AS
     SELECT o.id, c.name AS customer, o.status, o.ordered_at, o.shipped_at, count(i.line_no) AS lines, o.total
       FROM orders o JOIN customer c ON c.id = o.customer_id LEFT JOIN order_item i ON i.order_id = o.id
      GROUP BY o.id, c.name, o.status, o.ordered_at, o.shipped_at, o.total`,
  "COMMENT ON TABLE product IS 'What the shop sells'",
  "COMMENT ON TABLE category IS 'Product groups, 상품 분류'",
  "COMMENT ON TABLE customer IS 'People who have an account'",
  "COMMENT ON TABLE part_of IS 'Which product is in which category'",
  "COMMENT ON TABLE bought IS 'Which customer has bought which product, cancelled orders left out'",
  "COMMENT ON TABLE orders IS 'One row per order'",
  "COMMENT ON TABLE order_item IS 'Lines of an order, priced as sold'",
  "COMMENT ON COLUMN part_of.position IS 'Place on the page of the category, from 1'",
  "COMMENT ON COLUMN bought.bought_at IS 'Time of the latest purchase'",
  "COMMENT ON COLUMN customer.last_shipped_at IS 'When the latest parcel left; NULL when none did'",
  "COMMENT ON COLUMN orders.shipped_at IS 'NULL until the parcel leaves'",
  "COMMENT ON VIEW order_summary IS 'Orders with customer name and number of lines'",
];

export const SAMPLE_GRAPH: readonly GraphTable[] = [
  { table: 'product', kind: 'vertex', sourceColumn: 'id' },
  { table: 'category', kind: 'vertex', sourceColumn: 'id' },
  { table: 'customer', kind: 'vertex', sourceColumn: 'id' },
  {
    table: 'part_of',
    kind: 'edge',
    sourceTable: 'product',
    sourceColumn: 'product_id',
    targetTable: 'category',
    targetColumn: 'category_id',
  },
  {
    table: 'bought',
    kind: 'edge',
    sourceTable: 'customer',
    sourceColumn: 'customer_id',
    targetTable: 'product',
    targetColumn: 'product_id',
  },
];
