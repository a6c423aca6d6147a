import { InputError } from '../../../../errors/call-error.js';
import type { Parameter, TypedParameter } from '../../../value.js';
import { type Charset, UnfitValueError } from './charset.js';
import { type ScalarInput, TypeCode, type WireType } from './column-type.js';
import { typeByName } from './type-registry.js';
import { bigintType, doubleType, intType } from './types/numbers.js';
import { varcharType } from './types/text.js';
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

function isCollectionName(name: string): boolean {
  return CODES.has(name);
}

/**
 * A collection written as JSON array text. Elements get their natural types; numbers of different width are widened
 * to the widest one, an array inside becomes a SEQUENCE.
 * @throws UnfitValueError
 */
function encodeCollection(name: string, value: ScalarInput, charset: Charset): BindValue {
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

/** One bind pair of EXECUTE (cas-protocol §4.4.1). */
export interface BindValue {
  readonly typeCode: number;
  /** Empty for NULL, whatever the type code says. */
  readonly payload: Buffer;
}

const NOTHING = Buffer.alloc(0);

const NULL_BIND_VALUE: BindValue = { typeCode: 0, payload: NOTHING };

/** NULL that still names its type. */
function typedNull(typeCode: number): BindValue {
  return { typeCode, payload: NOTHING };
}

/** The type a plain JSON value is bound as; CUBRID has no boolean, so true and false are INT 1 and 0. */
function naturalType(value: ScalarInput): WireType {
  if (typeof value === 'string') return varcharType;
  if (typeof value === 'boolean') return intType;
  if (!Number.isInteger(value) || Object.is(value, -0)) return doubleType;
  if (!Number.isSafeInteger(value)) {
    throw new UnfitValueError(
      'a number that JSON can carry exactly; write a longer one as text with its type',
    );
  }
  return value === (value | 0) ? intType : bigintType;
}

function bindNaturally(value: ScalarInput, charset: Charset): BindValue {
  const type = naturalType(value);
  return { typeCode: type.code, payload: encodeWith(type, value, charset) };
}

/** @throws UnfitValueError */
function encodeWith(type: WireType, value: ScalarInput, charset: Charset): Buffer {
  if (type.encode === undefined) throw new UnfitValueError('a type that can be bound');
  return type.encode(value, charset);
}

/**
 * Bind values for EXECUTE. A plain JSON value gets its natural type: text VARCHAR, a boolean INT 1 or 0, an integer
 * INT or BIGINT, another number DOUBLE; the explicit form names a SQL type.
 * @throws InputError naming the parameter (from 1) and what would fit
 */
export function encodeBindParameters(params: readonly Parameter[], charset: Charset): BindValue[] {
  return params.map((parameter, index) => encodeBindParameter(parameter, index + 1, charset));
}

function encodeBindParameter(parameter: Parameter, position: number, charset: Charset): BindValue {
  const type = isTyped(parameter) ? parameter.type : undefined;
  try {
    return isTyped(parameter) ? bindTyped(parameter, charset) : bindPlain(parameter, charset);
  } catch (error) {
    if (!(error instanceof UnfitValueError)) throw error;
    const name = type === undefined ? `Parameter ${position}` : `Parameter ${position} (${type})`;
    throw new InputError(`${name} does not fit: expected ${error.message}`);
  }
}

function isTyped(parameter: Parameter): parameter is TypedParameter {
  return typeof parameter === 'object' && parameter !== null;
}

function bindPlain(value: Exclude<Parameter, TypedParameter>, charset: Charset): BindValue {
  return value === null ? NULL_BIND_VALUE : bindNaturally(value, charset);
}

function bindTyped({ type, value }: TypedParameter, charset: Charset): BindValue {
  const name = type.trim().toUpperCase().replace(/\s+/g, ' ');
  if (name === 'NULL' && value === null) return NULL_BIND_VALUE;
  if (isCollectionName(name))
    return value === null ? NULL_BIND_VALUE : encodeCollection(name, value, charset);
  const wireType = typeByName(name);
  if (wireType === undefined) throw new UnfitValueError('the name of a SQL type, such as VARCHAR or NUMERIC');
  if (wireType.encode === undefined) {
    throw new UnfitValueError(
      `another type: bind VARCHAR or VARBIT and convert it in SQL (CHAR_TO_CLOB, BIT_TO_BLOB)`,
    );
  }
  if (value === null) return typedNull(wireType.code);
  return { typeCode: wireType.code, payload: wireType.encode(value, charset) };
}
