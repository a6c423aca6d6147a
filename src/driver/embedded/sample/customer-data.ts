import type { Random } from './random.js';

export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly city: string;
  readonly country: string;
  /** Day number since 1970-01-01. */
  readonly since: number;
}

const CUSTOMER_COUNT = 3000;
const FIRST_NAMES = [
  'Anna', 'Ben', 'Chloe', 'Daniel', 'Elena', 'Felix', 'Grace', 'Hugo', 'Isabel', 'Jonas', 'Kate', 'Liam', 'Maria',
  'Noah', 'Olga', 'Paul', 'Quinn', 'Rosa', 'Sam', 'Tara', 'Umar', 'Vera', 'Will', 'Xenia', 'Yusuf', 'Zoe',
]; // prettier-ignore
const LAST_NAMES = [
  'Adams', 'Becker', 'Costa', 'Dubois', 'Evans', 'Fischer', 'Garcia', 'Hansen', 'Ivanov', 'Jensen', 'Kowalski', 'Lopez',
  'Moreau', 'Nguyen', "O'Brien", 'Petrov', 'Rossi', 'Schmidt', 'Tanaka', 'Ueda', 'Visser', 'Weber', 'Yilmaz', 'Zhang',
]; // prettier-ignore
const KOREAN_FAMILY = ['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임'];
const KOREAN_GIVEN = [
  '민준',
  '서연',
  '지후',
  '하은',
  '도윤',
  '서윤',
  '예준',
  '지민',
  '수아',
  '현우',
  '유진',
  '은우',
];

/** Country, weight, cities; the first city of a country is the most common one. */
const COUNTRIES: readonly (readonly [string, number, readonly string[]])[] = [
  ['South Korea', 34, ['서울', '부산', '인천', '대구', '대전', '광주']],
  ['United States', 22, ['New York', 'Los Angeles', 'Chicago', 'Austin', 'Seattle']],
  ['Japan', 12, ['Tokyo', 'Osaka', 'Nagoya', 'Fukuoka']],
  ['Germany', 11, ['Berlin', 'Hamburg', 'München', 'Köln']],
  ['United Kingdom', 8, ['London', 'Manchester', 'Leeds']],
  ['France', 7, ['Paris', 'Lyon', 'Marseille']],
  ['Brazil', 4, ['São Paulo', 'Rio de Janeiro']],
  ['Australia', 2, ['Sydney', 'Melbourne']],
];
const FIRST_DAY = 18_262; // 2020-01-01
const LAST_DAY = 20_270; // 2025-07-01

/** The shop's customers; about one in twelve gave no email address. */
export function customerData(random: Random): Customer[] {
  const weights = COUNTRIES.map(([, weight]) => weight);
  return Array.from({ length: CUSTOMER_COUNT }, (_, index) => {
    const [country, , cities] = COUNTRIES[random.weighted(weights)] ?? ['', 0, ['']];
    const korean = country === 'South Korea';
    const first = random.pick(korean ? KOREAN_GIVEN : FIRST_NAMES);
    const last = random.pick(korean ? KOREAN_FAMILY : LAST_NAMES);
    const mailbox = korean
      ? `user${index + 1}`
      : `${first}.${last.replace("'", '')}${index + 1}`.toLowerCase();
    return {
      id: index + 1,
      name: korean ? `${last}${first}` : `${first} ${last}`,
      email: random.chance(0.08) ? null : `${mailbox}@example.${korean ? 'net' : 'com'}`,
      city: cities[random.skewed(cities.length, 1.8)] ?? '',
      country,
      // The shop grew: later sign-ups are more common.
      since: LAST_DAY - random.skewed(LAST_DAY - FIRST_DAY, 1.5),
    };
  });
}
