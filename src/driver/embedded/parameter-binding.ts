import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import { InputError } from '../../errors/call-error.js';
import type { Parameter } from '../value.js';
import { typedBinding } from './typed-parameter.js';

const INT_LIMIT = 2_147_483_648;

/**
 * Binds the values of a call. Whole numbers bind as INTEGER or BIGINT, others as DOUBLE.
 * @throws InputError naming the 1-based position of a value that does not fit, or the counts when they differ
 */
export function bindParameters(statement: DuckDBPreparedStatement, params: readonly Parameter[]): void {
  const expected = statement.parameterCount;
  if (params.length !== expected) {
    throw new InputError(
      `The statement has ${expected} bind ${expected === 1 ? 'marker' : 'markers'} but ${params.length} ` +
        `${params.length === 1 ? 'value was' : 'values were'} given.`,
      { hint: 'Give exactly one value for each ? of the statement.' },
    );
  }
  statement.clearBindings();
  params.forEach((parameter, index) => bindOne(statement, index + 1, parameter));
}

function bindOne(statement: DuckDBPreparedStatement, position: number, parameter: Parameter): void {
  if (parameter === null) return statement.bindNull(position);
  if (typeof parameter === 'boolean') return statement.bindBoolean(position, parameter);
  if (typeof parameter === 'string') return statement.bindVarchar(position, parameter);
  if (typeof parameter === 'number') return bindNumber(statement, position, parameter);
  if (parameter.value === null) return statement.bindNull(position);
  const bound = typedBinding(parameter.type, parameter.value);
  if ('problem' in bound) {
    const { problem, hint } = bound;
    throw new InputError(`Bind parameter ${position}: ${problem}.`, hint === undefined ? {} : { hint });
  }
  bound.bind(statement, position);
}

function bindNumber(statement: DuckDBPreparedStatement, position: number, value: number): void {
  if (!Number.isFinite(value))
    throw new InputError(`Bind parameter ${position}: ${value} is not a finite number.`);
  if (!Number.isSafeInteger(value)) return statement.bindDouble(position, value);
  if (value >= -INT_LIMIT && value < INT_LIMIT) return statement.bindInteger(position, value);
  statement.bindBigInt(position, BigInt(value));
}
