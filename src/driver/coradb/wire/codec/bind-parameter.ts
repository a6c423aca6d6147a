import { InputError } from '../../../../errors/call-error.js';
import type { Parameter, TypedParameter } from '../../../value.js';
import { type Charset, UnfitValueError } from './charset.js';
import { encodeCollection, isCollectionName } from './collection-input.js';
import { typeByName } from './type-registry.js';
import { bigintType, doubleType, intType } from './types/numbers.js';
import { varcharType } from './types/text.js';
import type { ScalarInput, WireType } from './column-type.js';

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

export function bindNaturally(value: ScalarInput, charset: Charset): BindValue {
  const type = naturalType(value);
  return { typeCode: type.code, payload: encodeWith(type, value, charset) };
}

/** @throws UnfitValueError */
export function encodeWith(type: WireType, value: ScalarInput, charset: Charset): Buffer {
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
