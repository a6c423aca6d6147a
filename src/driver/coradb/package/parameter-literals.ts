import { settingName } from '../../../errors/edge-names.js';
import { InputError } from '../../../errors/call-error.js';
import type { LexicalSettings } from '../../../sql/lexical-settings.js';
import { readTokens } from '../../../sql/statement-tokens.js';
import { type BindValue, encodeBindParameters } from '../wire/codec/bind-parameter.js';
import { TypeCode } from '../wire/codec/column-type.js';
import type { Parameter } from '../../value.js';

/** SQL names for CAST, of the types whose literal alone would be of another type. */
const CAST_NAMES: ReadonlyMap<number, string> = new Map([
  [TypeCode.SHORT, 'SHORT'],
  [TypeCode.BIGINT, 'BIGINT'],
  [TypeCode.FLOAT, 'FLOAT'],
  [TypeCode.MONETARY, 'MONETARY'],
  [TypeCode.DATE, 'DATE'],
  [TypeCode.TIME, 'TIME'],
  [TypeCode.TIMESTAMP, 'TIMESTAMP'],
  [TypeCode.DATETIME, 'DATETIME'],
  [TypeCode.TIMESTAMPTZ, 'TIMESTAMPTZ'],
  [TypeCode.TIMESTAMPLTZ, 'TIMESTAMPLTZ'],
  [TypeCode.DATETIMETZ, 'DATETIMETZ'],
  [TypeCode.DATETIMELTZ, 'DATETIMELTZ'],
  [TypeCode.JSON, 'JSON'],
]);

/**
 * Puts values in place of the bind markers. node-cubrid's own way escapes with backslashes, which are ordinary
 * characters by default, and replaces question marks in strings as well (engine-behaviour §3.1, §3.2); here the text
 * is read as the server reads it, and the values pass the checks of real bind parameters first.
 *
 * @param settings how this server reads text; must be what it said itself
 * @throws InputError for a wrong number of values, or one that does not fit its type or has no literal
 */
export function withLiterals(sql: string, params: readonly Parameter[], settings: LexicalSettings): string {
  const tokens = readTokens(sql, settings);
  const markers = [...tokens.keys()].filter((at) => tokens[at]?.kind === 'bindMarker');
  if (markers.length !== params.length) {
    throw new InputError(
      `The statement has ${markers.length} bind markers, but ${params.length} parameters were given`,
      { hint: 'Give one value for each ? of the statement, in order.' },
    );
  }
  const literals = encodeBindParameters(params, 'utf-8').map((bound, index) =>
    literal(bound, valueOf(params[index] ?? null), settings, index + 1),
  );
  let text = '';
  let at = 0;
  markers.forEach((marker, index) => {
    text += `${sql.slice(at, tokens.startOf(marker))} ${literals[index]} `;
    at = tokens.endOf(marker);
  });
  return text + sql.slice(at);
}

function valueOf(parameter: Parameter): string | number | boolean | null {
  return typeof parameter === 'object' && parameter !== null ? parameter.value : parameter;
}

function literal(
  { typeCode, payload }: BindValue,
  value: string | number | boolean | null,
  settings: LexicalSettings,
  position: number,
): string {
  if (payload.length === 0) return 'NULL';
  switch (typeCode) {
    case TypeCode.CHAR:
    case TypeCode.VARCHAR:
    case TypeCode.NCHAR:
    case TypeCode.VARNCHAR:
    case TypeCode.ENUM:
      return quoted(textOf(payload), settings, position);
    case TypeCode.NUMERIC:
      return number(textOf(payload));
    case TypeCode.INT:
      return number(String(payload.readInt32BE(0)));
    case TypeCode.SHORT:
      return cast(typeCode, number(String(payload.readInt16BE(0))));
    case TypeCode.BIGINT:
      return cast(typeCode, number(String(payload.readBigInt64BE(0))));
    case TypeCode.FLOAT:
      return cast(typeCode, floating(payload.readFloatBE(0), position));
    case TypeCode.DOUBLE:
      return floating(payload.readDoubleBE(0), position);
    case TypeCode.MONETARY:
      return cast(typeCode, floating(payload.readDoubleBE(0), position));
    case TypeCode.BIT:
    case TypeCode.VARBIT:
      return `X'${payload.toString('hex')}'`;
    default:
      if (!CAST_NAMES.has(typeCode)) throw unfit(position, 'has a type this driver package cannot bind');
      return cast(typeCode, quoted(String(value), settings, position));
  }
}

function cast(typeCode: number, operand: string): string {
  return `CAST(${operand} AS ${CAST_NAMES.get(typeCode)})`;
}

/** A minus sign must not meet another one: two of them begin a comment. */
function number(digits: string): string {
  return digits.startsWith('-') ? `(${digits})` : digits;
}

/** With an exponent the literal is a DOUBLE, without one it would be a NUMERIC. */
function floating(value: number, position: number): string {
  if (!Number.isFinite(value))
    throw unfit(position, 'is not finite, and this driver package cannot bind that');
  return number(Object.is(value, -0) ? '-0e+0' : value.toExponential());
}

function quoted(text: string, settings: LexicalSettings, position: number): string {
  if (text.includes('\0')) throw unfit(position, 'holds NUL, which this driver package cannot bind');
  const escaped = settings.noBackslashEscapes ? text : text.replaceAll('\\', '\\\\');
  return `'${escaped.replaceAll("'", "''")}'`;
}

/** Text payloads end with a NUL that is not part of the text. */
function textOf(payload: Buffer): string {
  return payload.toString('utf8', 0, payload.length - 1);
}

function unfit(position: number, why: string): InputError {
  return new InputError(`Parameter ${position} ${why}`, {
    hint: `Write the value into the statement, or set ${settingName('driver')}=broker.`,
  });
}
