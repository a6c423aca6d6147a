import { InputError } from '../../errors/call-error.js';
import { ExactInteger } from './exact-integer.js';

/** Whole numbers from here on are not kept by ArangoDB either. */
const MOST = 2 ** 64;
const [LEAST_DIGITS, MOST_DIGITS] = [-(2n ** 63n), 2n ** 64n - 1n];
const DIGITS = /^-?\d{1,20}$/;

/** A place inside a value: names of attributes and numbers of list elements. */
export type ValuePath = readonly (string | number)[];

/**
 * The value as it is sent: a whole number beyond 2^53 is refused, because it arrived rounded, and the texts at the
 * given paths become numbers, digit by digit.
 * @param name of the argument, for errors
 * @param integers paths such as `n` or `maker.id`; a list on the way means each of its elements
 * @throws InputError naming the path and the right form
 */
export function exactly<T>(value: T, name: string, integers: readonly string[] = []): T {
  const used = new Set<string>();
  const result = convert(value, [], { name, integers: new Set(integers), used });
  const unused = integers.find((path) => !used.has(path));
  if (unused !== undefined) {
    throw new InputError(`"integers" names "${unused}", where "${name}" has nothing.`, {
      hint: 'Give paths below it, such as "n" or "maker.id".',
    });
  }
  return result as T;
}

interface Conversion {
  readonly name: string;
  readonly integers: ReadonlySet<string>;
  readonly used: Set<string>;
}

function convert(value: unknown, path: ValuePath, conversion: Conversion): unknown {
  if (typeof value === 'number') refuseRounded(value, path, conversion.name);
  const attributes = attributePath(path);
  if (conversion.integers.has(attributes) && !Array.isArray(value)) {
    conversion.used.add(attributes);
    return typeof value === 'number' ? value : integerOf(value, path, conversion.name);
  }
  if (Array.isArray(value)) return value.map((each, index) => convert(each, [...path, index], conversion));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, convert(inner, [...path, key], conversion)]),
  );
}

function refuseRounded(value: number, path: ValuePath, name: string): void {
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= MOST) return;
  throw new InputError(
    `"${pathText(name, path)}" is ${value}: whole numbers beyond 2^53 arrive rounded, so this may not be the number meant.`,
    {
      hint: `Give it as text ("9007199254740993") and name its path in "integers": ["${attributePath(path)}"].`,
    },
  );
}

function integerOf(value: unknown, path: ValuePath, name: string): ExactInteger {
  const digits = typeof value === 'string' && DIGITS.test(value) ? BigInt(value) : undefined;
  if (digits === undefined || digits < LEAST_DIGITS || digits > MOST_DIGITS) {
    throw new InputError(
      `"${pathText(name, path)}" is named in "integers", but is no whole number of 64 bits as text.`,
    );
  }
  return new ExactInteger(digits.toString());
}

/** Texts of digits that a reply may have given for a number beyond 2^53. */
export function textsOfIntegers(value: unknown, path: ValuePath = []): readonly ValuePath[] {
  if (typeof value === 'string') {
    return /^-?\d{16,20}$/.test(value) && !Number.isSafeInteger(Number(value)) ? [path] : [];
  }
  if (typeof value !== 'object' || value === null || value instanceof ExactInteger) return [];
  const entries: readonly [string | number, unknown][] = Array.isArray(value)
    ? value.map((each, index) => [index, each] as const)
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => textsOfIntegers(inner, [...path, key]));
}

/** The path as `integers` takes it: without the numbers of list elements. */
export function attributePath(path: ValuePath): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

export function pathText(name: string, path: ValuePath): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${step}`),
    name,
  );
}
