import type { Random } from './random.js';

export interface Category {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
}

export interface Product {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** Hundredths of the shop's currency. */
  readonly unitPrice: number;
  readonly unitsInStock: number;
}

/** Membership of a product in a category; `position` is its place on the category's page. */
export interface PartOf {
  readonly productId: number;
  readonly categoryId: number;
  readonly position: number;
}

/** Name, products in it, what its products are called, lowest and highest price in whole units. */
type CategoryPlan = readonly [
  name: string,
  size: number,
  nouns: readonly string[],
  low: number,
  high: number,
];

const CATEGORIES: readonly CategoryPlan[] = [
  ['Hoodies & Sweatshirts', 390, ['Hoodie', 'Sweatshirt', 'Zip Hoodie', 'Crewneck'], 29, 89],
  ['Tees', 385, ['Tee', 'Pocket Tee', 'Long-Sleeve Tee', 'V-Neck Tee'], 9, 39],
  ['Jackets', 362, ['Jacket', 'Rain Jacket', 'Down Jacket', 'Windbreaker'], 59, 349],
  ['Pants', 311, ['Chinos', 'Joggers', 'Cargo Pants', 'Trousers'], 25, 119],
  ['Shorts', 204, ['Shorts', 'Running Shorts', 'Board Shorts'], 15, 59],
  ['Tanks', 171, ['Tank', 'Racerback Tank'], 9, 35],
  ['Bags', 148, ['Backpack', 'Tote', 'Duffel', 'Messenger Bag'], 19, 189],
  ['Shoes', 236, ['Sneakers', 'Trail Shoes', 'Boots', 'Sandals'], 35, 229],
  ['Caps & Hats', 119, ['Cap', 'Beanie', 'Bucket Hat'], 9, 45],
  ['Socks', 87, ['Crew Socks', 'Ankle Socks', 'Wool Socks'], 4, 24],
  ['Watches', 63, ['Watch', 'Sports Watch', 'Chronograph'], 49, 899],
  ['Fitness Equipment', 58, ['Yoga Mat', 'Resistance Band', 'Foam Roller'], 8, 149],
  ['한복', 34, ['생활한복 저고리', '생활한복 치마', '두루마기'], 59, 420],
  ['Gift Cards', 6, ['Gift Card'], 10, 200],
];

const STYLES = [
  'Aero', 'Alpine', 'Argus', 'Atlas', 'Breeze', 'Cassius', 'Circe', 'Desiree', 'Electra', 'Frankie', 'Gobi', 'Helena',
  'Ingrid', 'Juno', 'Karmen', 'Lando', 'Minerva', 'Nadia', 'Olivia', 'Proteus', 'Radiant', 'Selene', 'Stellar', 'Teton',
  'Typhon', 'Ultra', 'Vulcan', 'Whitney', 'Zeppelin', '한강', '설악', '백두',
]; // prettier-ignore
const MATERIALS = [
  'Cotton',
  'Fleece',
  'Merino',
  'Linen',
  'Denim',
  'Canvas',
  'Mesh',
  'Recycled',
  'Organic',
  'Classic',
];
const DESCRIPTIONS = [
  'Machine washable', 'Regular fit', 'Slim fit', 'Relaxed fit', 'Water resistant', 'Breathable', 'Limited edition',
  'Lightweight', 'Reflective details', '100% organic cotton', 'Made from recycled fibres', '손세탁 권장',
]; // prettier-ignore

export interface CatalogData {
  readonly categories: readonly Category[];
  readonly products: readonly Product[];
  readonly partOf: readonly PartOf[];
}

/** Categories, products and which product is part of which category. About one product in seven is in two categories. */
export function catalogData(random: Random): CatalogData {
  const categories = CATEGORIES.map(([name], index) => ({
    id: index + 1,
    name,
    description: index % 4 === 3 ? null : `All about ${name.toLowerCase()}`.slice(0, 64),
  }));
  const products: Product[] = [];
  const members: number[][] = CATEGORIES.map(() => []);
  for (const home of shuffledHomes(random)) {
    const id = products.length + 1;
    products.push(product(random, id, home));
    members[home]?.push(id);
  }
  addSecondCategories(random, members, products.length);
  const partOf = members.flatMap((ids, index) =>
    ids.map((productId, place) => ({ productId, categoryId: index + 1, position: place + 1 })),
  );
  return { categories, products, partOf };
}

/** The home category of each product, mixed so that neighbouring ids differ; a part of each category stays free for guests. */
function shuffledHomes(random: Random): number[] {
  const homes = CATEGORIES.flatMap(([, size], index) =>
    Array.from({ length: Math.ceil(size * 0.88) }, () => index),
  );
  for (let last = homes.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last);
    const moved = homes[last] ?? 0;
    homes[last] = homes[other] ?? 0;
    homes[other] = moved;
  }
  return homes;
}

function addSecondCategories(random: Random, members: readonly number[][], productCount: number): void {
  CATEGORIES.forEach(([, size], index) => {
    const ids = members[index] ?? [];
    const present = new Set(ids);
    while (ids.length < size) {
      const guest = random.between(1, productCount);
      if (present.has(guest)) continue;
      present.add(guest);
      ids.push(guest);
    }
  });
}

function product(random: Random, id: number, home: number): Product {
  const [, , nouns, low, high] = CATEGORIES[home] ?? ['', 0, ['Item'], 1, 2];
  const price = low + (high - low) * random.next() ** 2;
  return {
    id,
    name: `${random.pick(STYLES)} ${random.pick(MATERIALS)} ${random.pick(nouns)}`,
    description: random.pick(DESCRIPTIONS),
    unitPrice: Math.floor(price) * 100 + (random.chance(0.7) ? 99 : random.pick([0, 50, 90])),
    unitsInStock: id === 15 ? 27 : random.chance(0.06) ? 0 : random.between(1, 40) + random.skewed(260, 3),
  };
}
