import type { Product } from './catalog-data.js';
import type { Customer } from './customer-data.js';
import type { Random } from './random.js';

export type OrderStatus = 'delivered' | 'shipped' | 'paid' | 'cancelled' | 'returned';

export interface Order {
  readonly id: number;
  readonly customerId: number;
  readonly status: OrderStatus;
  /** Milliseconds since 1970-01-01 00:00, wall clock. */
  readonly orderedAt: number;
  readonly shippedAt: number | null;
  /** Hundredths. */
  readonly total: number;
  readonly note: string | null;
}

export interface OrderItem {
  readonly orderId: number;
  readonly lineNo: number;
  readonly productId: number;
  readonly quantity: number;
  readonly unitPrice: number;
}

/** That a customer bought a product: all quantities together, and when last. */
export interface Bought {
  readonly customerId: number;
  readonly productId: number;
  readonly quantity: number;
  readonly boughtAt: number;
}

export interface OrderData {
  readonly orders: readonly Order[];
  readonly items: readonly OrderItem[];
  readonly bought: readonly Bought[];
}

const ORDER_COUNT = 9000;
const DAY_MS = 86_400_000;
const FIRST_MS = 19_723 * DAY_MS; // 2024-01-01
const LAST_MS = 20_453 * DAY_MS; // 2025-12-31
const LINE_WEIGHTS = [46, 27, 14, 8, 5];
const NOTES = [
  'Please ring twice',
  'Gift wrapping',
  '문 앞에 놓아 주세요',
  'Leave with the neighbour',
  '경비실에 맡겨 주세요',
];

/** Two years of orders, in the order of time, with their lines and the graph edges that follow from them. */
export function orderData(
  random: Random,
  products: readonly Product[],
  customers: readonly Customer[],
): OrderData {
  const times = Array.from({ length: ORDER_COUNT }, () => orderTime(random)).sort((a, b) => a - b);
  const orders: Order[] = [];
  const items: OrderItem[] = [];
  const bought = new Map<string, Bought>();
  for (const [index, orderedAt] of times.entries()) {
    const customer = customerAt(random, customers, orderedAt);
    const lines = orderLines(random, index + 1, products);
    const status = orderStatus(random, orderedAt);
    orders.push({
      id: index + 1,
      customerId: customer.id,
      status,
      orderedAt,
      shippedAt: shippedAt(random, status, orderedAt),
      total: lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0),
      note: random.chance(0.07) ? random.pick(NOTES) : null,
    });
    items.push(...lines);
    if (status !== 'cancelled') for (const line of lines) addBought(bought, customer.id, line, orderedAt);
  }
  return { orders, items, bought: [...bought.values()] };
}

/** Busier before the end of the year and in the evening. */
function orderTime(random: Random): number {
  const day = Math.floor((LAST_MS - FIRST_MS) / DAY_MS);
  let offset = random.between(0, day);
  if (offset % 365 < 300 && random.chance(0.3))
    offset = 300 + random.between(0, 60) + (offset >= 365 ? 365 : 0);
  const hour = random.chance(0.6) ? random.between(17, 22) : random.between(0, 23);
  return FIRST_MS + offset * DAY_MS + hour * 3_600_000 + random.between(0, 3_599_999);
}

function customerAt(random: Random, customers: readonly Customer[], orderedAt: number): Customer {
  for (;;) {
    const customer = customers[random.skewed(customers.length, 2.2)];
    if (customer !== undefined && customer.since * DAY_MS <= orderedAt) return customer;
  }
}

function orderLines(random: Random, orderId: number, products: readonly Product[]): OrderItem[] {
  const chosen = new Set<number>();
  const count = random.weighted(LINE_WEIGHTS) + 1;
  while (chosen.size < count) chosen.add(random.skewed(products.length, 1.7));
  return [...chosen].map((place, index) => {
    const product = products[place];
    if (product === undefined) throw new RangeError(`no product at ${place}`);
    return {
      orderId,
      lineNo: index + 1,
      productId: product.id,
      quantity: random.chance(0.75) ? 1 : random.between(2, 5),
      unitPrice: random.chance(0.1) ? Math.round(product.unitPrice * 0.8) : product.unitPrice,
    };
  });
}

function orderStatus(random: Random, orderedAt: number): OrderStatus {
  const daysLeft = (LAST_MS - orderedAt) / DAY_MS;
  const draw = random.next();
  if (draw < 0.05) return 'cancelled';
  if (daysLeft < 4) return 'paid';
  if (daysLeft < 12) return 'shipped';
  return draw < 0.09 ? 'returned' : 'delivered';
}

/** Hours to days after the order, never after the last day of the data; NULL for what was never sent. */
function shippedAt(random: Random, status: OrderStatus, orderedAt: number): number | null {
  if (status === 'cancelled' || status === 'paid') return null;
  return Math.min(
    orderedAt + random.between(2, 70) * 3_600_000 + random.between(0, 3_599_999),
    LAST_MS + DAY_MS - 1,
  );
}

function addBought(bought: Map<string, Bought>, customerId: number, line: OrderItem, boughtAt: number): void {
  const key = `${customerId}/${line.productId}`;
  const before = bought.get(key)?.quantity ?? 0;
  bought.set(key, { customerId, productId: line.productId, quantity: before + line.quantity, boughtAt });
}
