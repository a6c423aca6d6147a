import { bindNaturally, type BindValue, encodeWith } from './bind-parameter.js';
import { type Charset, UnfitValueError } from './charset.js';
import { type ScalarInput, TypeCode, type WireType } from './column-type.js';
import { bigintType, doubleType } from './types/numbers.js';
import { WireWriter } from './writer.js';

/** The server refuses MULTISET (−454); a SEQUENCE keeps duplicates as well (cas-protocol §4.4.1). */
const CODES: ReadonlyMap<string, number> = new Map([
  ['SET', TypeCode.SET],
  ['MULTISET', TypeCode.SEQUENCE],
  ['SEQUENCE', TypeCode.SEQUENCE],
  ['LIST', TypeCode.SEQUENCE],
]);

const EXPECTED = 'a JSON array as text, such as [1, 2, null], with elements of one type';
const MAX_DEPTH = 32;

type Element = ScalarInput | null | readonly Element[];

export function isCollectionName(name: string): boolean {
  return CODES.has(name);
}

/**
 * A collection written as JSON array text. Elements get their natural types; numbers of different width are widened
 * to the widest one, an array inside becomes a SEQUENCE.
 * @throws UnfitValueError
 */
export function encodeCollection(name: string, value: ScalarInput, charset: Charset): BindValue {
  const elements = parse(value);
  return { typeCode: CODES.get(name) ?? TypeCode.SEQUENCE, payload: encodeElements(elements, charset, 1) };
}

function parse(value: ScalarInput): readonly Element[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(String(value));
  } catch {
    throw new UnfitValueError(EXPECTED);
  }
  if (!Array.isArray(parsed)) throw new UnfitValueError(EXPECTED);
  return parsed as readonly Element[];
}

/** Element type, then each element with its length; no count, and NULL has length 0 (cas-protocol §4.4.1). */
function encodeElements(elements: readonly Element[], charset: Charset, depth: number): Buffer {
  if (depth > MAX_DEPTH) throw new UnfitValueError(`at most ${MAX_DEPTH} nested arrays`);
  const present = elements.filter((element) => element !== null);
  const arrays = present.filter((element) => isArray(element));
  if (arrays.length > 0) {
    if (arrays.length !== present.length) throw new UnfitValueError(EXPECTED);
    return write(TypeCode.SEQUENCE, elements, (element) =>
      encodeElements(isArray(element) ? element : [], charset, depth + 1),
    );
  }
  const scalars = present.filter((element) => isScalar(element));
  if (scalars.length !== present.length) throw new UnfitValueError(EXPECTED);
  return encodeScalars(elements, scalars, charset);
}

function encodeScalars(
  elements: readonly Element[],
  scalars: readonly ScalarInput[],
  charset: Charset,
): Buffer {
  const codes = new Set(scalars.map((scalar) => bindNaturally(scalar, charset).typeCode));
  const [only = TypeCode.NULL] = codes;
  if (codes.size <= 1) {
    return write(only, elements, (element) => bindNaturally(element as ScalarInput, charset).payload);
  }
  const wider = widen(codes);
  return write(wider.code, elements, (element) => encodeWith(wider, element as ScalarInput, charset));
}

/** Numbers may differ in width, nothing else may differ. */
function widen(codes: ReadonlySet<number>): WireType {
  if (codes.has(TypeCode.VARCHAR)) throw new UnfitValueError(EXPECTED);
  return codes.has(TypeCode.DOUBLE) ? doubleType : bigintType;
}

function write(code: number, elements: readonly Element[], encode: (element: Element) => Buffer): Buffer {
  const writer = new WireWriter(16 + elements.length * 12).u8(code);
  for (const element of elements) {
    if (element === null) writer.argNull();
    else writer.argBytes(encode(element));
  }
  return writer.finish();
}

function isArray(element: Element): element is readonly Element[] {
  return Array.isArray(element);
}

function isScalar(element: Element): element is ScalarInput {
  return typeof element !== 'object';
}
