import { DuckDBDecimalValue, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { parseDate, parseTime, parseTimestamp } from './temporal-parameter.js';
import { shortened } from '../../text/cut-text.js';

type Bind = (statement: DuckDBPreparedStatement, position: number) => void;
/** Either how to bind the value, or why it does not fit the type. */
export type TypedBinding = { readonly bind: Bind } | { readonly problem: string; readonly hint?: string };
type Scalar = string | number | boolean;

const MAX_DECIMAL_DIGITS = 38;

const CONVERTERS: ReadonlyMap<string, (value: Scalar) => Bind | undefined> = new Map([
  ...each(['CHAR', 'VARCHAR', 'STRING', 'NCHAR', 'VARNCHAR', 'CLOB', 'JSON', 'ENUM'], text),
  ...each(['SHORT', 'SMALLINT'], integer(16)),
  ...each(['INT', 'INTEGER'], integer(32)),
  ...each(['BIGINT'], integer(64)),
  ...each(['NUMERIC', 'DECIMAL'], decimal),
  ...each(['FLOAT', 'REAL', 'DOUBLE', 'MONETARY'], double),
  ...each(['BOOLEAN'], boolean),
  ...each(['BIT', 'VARBIT', 'BLOB'], binary),
  ...each(['DATE'], date),
  ...each(['TIME'], time),
  ...each(['TIMESTAMP', 'DATETIME'], timestamp),
]);

const TIMESTAMP_FORM = 'YYYY-MM-DD[ HH:MM[:SS[.ffffff]]], such as 2024-02-29 13:45:00, without a time zone';
const BITS_FORM = 'an even number of hexadecimal digits, such as 00ff4a';

/** What a type expects, where its name does not say it. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ['DATE', 'YYYY-MM-DD, such as 2024-02-29'],
  ['TIME', 'HH:MM[:SS[.ffffff]], such as 13:45:00'],
  ['TIMESTAMP', TIMESTAMP_FORM],
  ['DATETIME', TIMESTAMP_FORM],
  ['BOOLEAN', 'true or false'],
  ['BIT', BITS_FORM],
  ['VARBIT', BITS_FORM],
  ['BLOB', BITS_FORM],
]);

/** How a value of an explicitly named SQL type is bound; exact, never rounded. */
export function typedBinding(type: string, value: Scalar): TypedBinding {
  const converter = CONVERTERS.get(type);
  if (converter === undefined) {
    return {
      problem: `type ${type} is not supported here; supported are ${[...CONVERTERS.keys()].join(', ')}`,
    };
  }
  const bind = converter(value);
  if (bind !== undefined) return { bind };
  const problem = `${shown(value)} is not a value of type ${type}`;
  const form = FORMS.get(type);
  return form === undefined ? { problem } : { problem, hint: `Write ${form}.` };
}

function each(names: readonly string[], convert: (value: Scalar) => Bind | undefined) {
  return names.map((name) => [name, convert] as const);
}

function shown(value: Scalar): string {
  const written = JSON.stringify(value);
  return shortened(written, 60);
}

function text(value: Scalar): Bind {
  return (statement, position) => statement.bindVarchar(position, String(value));
}

function integer(bits: number): (value: Scalar) => Bind | undefined {
  return (value) => {
    const digits = String(value).trim();
    if (typeof value === 'boolean' || !/^[+-]?\d{1,20}$/.test(digits)) return undefined;
    const parsed = BigInt(digits.replace('+', ''));
    if (BigInt.asIntN(bits, parsed) !== parsed) return undefined;
    if (bits === 16) return (statement, position) => statement.bindSmallInt(position, Number(parsed));
    if (bits === 32) return (statement, position) => statement.bindInteger(position, Number(parsed));
    return (statement, position) => statement.bindBigInt(position, parsed);
  };
}

function decimal(value: Scalar): Bind | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(String(value).trim());
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  const digits = `${whole}${fraction}`;
  if (match === null || digits === '') return undefined;
  const significant = digits.replace(/^0+/, '');
  const width = Math.max(significant.length, fraction.length, 1);
  if (width > MAX_DECIMAL_DIGITS) return undefined;
  const unscaled = BigInt(`${match[1] === '-' ? '-' : ''}${digits}`);
  return (statement, position) =>
    statement.bindDecimal(position, new DuckDBDecimalValue(unscaled, width, fraction.length));
}

function double(value: Scalar): Bind | undefined {
  const written = String(value).trim();
  const parsed = Number(written);
  if (typeof value === 'boolean' || written === '' || !Number.isFinite(parsed)) return undefined;
  return (statement, position) => statement.bindDouble(position, parsed);
}

function boolean(value: Scalar): Bind | undefined {
  const written = String(value).toLowerCase();
  if (written !== 'true' && written !== 'false') return undefined;
  return (statement, position) => statement.bindBoolean(position, written === 'true');
}

function binary(value: Scalar): Bind | undefined {
  if (typeof value !== 'string' || value.length % 2 === 1 || /[^0-9a-f]/i.test(value)) return undefined;
  const bytes = Uint8Array.from(Buffer.from(value, 'hex'));
  return (statement, position) => statement.bindBlob(position, bytes);
}

function date(value: Scalar): Bind | undefined {
  const parsed = parseDate(String(value));
  return parsed && ((statement, position) => statement.bindDate(position, parsed));
}

function time(value: Scalar): Bind | undefined {
  const parsed = parseTime(String(value));
  return parsed && ((statement, position) => statement.bindTime(position, parsed));
}

function timestamp(value: Scalar): Bind | undefined {
  const parsed = parseTimestamp(String(value));
  return parsed && ((statement, position) => statement.bindTimestamp(position, parsed));
}
