import { InputError } from '../../../../errors/call-error.js';
import type { Parameter, TypedParameter } from '../../../value.js';
import { type BindValue, NULL_BIND_VALUE, typedNull } from './bind-value.js';
import { type Charset, UnfitValueError } from './charset.js';
import { encodeCollection, isCollectionName } from './collection-input.js';
import { bindNaturally } from './natural-type.js';
import { typeByName } from './type-registry.js';

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
