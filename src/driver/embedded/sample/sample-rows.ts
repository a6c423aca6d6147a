import {
  DATE,
  DECIMAL,
  INTEGER,
  SMALLINT,
  TIMESTAMP,
  VARCHAR,
  type DuckDBConnection,
} from '@duckdb/node-api';
import { catalogData } from './catalog-data.js';
import { customerData } from './customer-data.js';
import { orderData } from './order-data.js';
import { Random } from './random.js';
import { appendRows, day, hundredths, moment } from './row-loading.js';

/** Any fixed number: the data is the same in every database. */
const SEED = 20_240_101;

const PRICE = DECIMAL(10, 2);
const TOTAL = DECIMAL(12, 2);

/** Fills the empty sample tables. @returns the number that the order serial starts with */
export async function loadSampleRows(connection: DuckDBConnection): Promise<number> {
  const random = new Random(SEED);
  const { categories, products, partOf } = catalogData(random);
  const customers = customerData(random);
  const { orders, items, bought } = orderData(random, products, customers);

  await appendRows(connection, 'category', [INTEGER, VARCHAR, VARCHAR], categories, (row) => [
    row.id,
    row.name,
    row.description,
  ]);
  await appendRows(connection, 'product', [INTEGER, VARCHAR, VARCHAR, PRICE, SMALLINT], products, (row) => [
    row.id,
    row.name,
    row.description,
    hundredths(row.unitPrice, 10),
    row.unitsInStock,
  ]);
  await appendRows(
    connection,
    'customer',
    [INTEGER, VARCHAR, VARCHAR, VARCHAR, VARCHAR, DATE, TIMESTAMP],
    customers,
    (row) => [row.id, row.name, row.email, row.city, row.country, day(row.since), null],
  );
  await appendRows(connection, 'part_of', [INTEGER, INTEGER, SMALLINT], partOf, (row) => [
    row.productId,
    row.categoryId,
    row.position,
  ]);
  await appendRows(connection, 'bought', [INTEGER, INTEGER, INTEGER, TIMESTAMP], bought, (row) => [
    row.customerId,
    row.productId,
    row.quantity,
    moment(row.boughtAt),
  ]);
  await appendRows(
    connection,
    'orders',
    [INTEGER, INTEGER, VARCHAR, TIMESTAMP, TIMESTAMP, TOTAL, VARCHAR],
    orders,
    (row) => [
      row.id,
      row.customerId,
      row.status,
      moment(row.orderedAt),
      moment(row.shippedAt),
      hundredths(row.total, 12),
      row.note,
    ],
  );
  await appendRows(connection, 'order_item', [INTEGER, SMALLINT, INTEGER, SMALLINT, PRICE], items, (row) => [
    row.orderId,
    row.lineNo,
    row.productId,
    row.quantity,
    hundredths(row.unitPrice, 10),
  ]);
  return orders.length + 1;
}
