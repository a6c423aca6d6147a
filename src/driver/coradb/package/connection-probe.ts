import { settingName } from '../../../errors/edge-names.js';
import type { LexicalSettings } from '../../../sql/lexical-settings.js';
import { DriverError } from '../../driver-errors.js';
import type { Value } from '../../value.js';
import { columnTypeName } from './package-columns.js';
import type { PackageRows, StatementDetails } from './package-reply.js';
import { type ExactTypes, readValue, type ValueColumn } from './value-reader.js';

/** What one query tells about a connection: how the server reads text, and what the package reads right. */
export interface ConnectionTraits {
  readonly settings: LexicalSettings;
  readonly exact: ExactTypes;
  /** The package calls NOT NULL columns nullable and the others not, as node-cubrid 11 does. */
  readonly nullableInverted: boolean;
}

const BIGINT = '-9007199254740993';
const NUMERIC = '1234567890123456789012.3456789';
const ZONED = '2024-02-29 23:59:58.123 Asia/Seoul';

/**
 * Valid whatever the lexical settings are (engine-behaviour §3.1). The third column is 1 where text is UTF-8, the only
 * charset packages of this family read. The server is asked for the charset's name, because counting characters does
 * not tell: an EUC-KR database takes the three bytes of one Korean character in UTF-8 for one character as well. The
 * collection stands last: a package that takes it for a number loses its place in the reply.
 */
export const PROBE =
  `SELECT TYPEOF("x"), CHAR_LENGTH('\\\\'), CASE CHARSET('a') WHEN 'utf8' THEN 1 ELSE 0 END, CAST(${BIGINT} AS BIGINT), ` +
  `CAST('${NUMERIC}' AS NUMERIC(38,7)), CAST('${ZONED}' AS DATETIMETZ), {1, 2} FROM (SELECT 1 AS x) d`;

const ALL_EXACT: ExactTypes = { bigint: true, numeric: true, zoned: true, collections: true };

/**
 * Reads the answer to the probe.
 * @throws DriverError when the server does not say how it reads text, or its text is not UTF-8
 */
export function readTraits(
  result: PackageRows | undefined,
  details: StatementDetails | undefined,
  packageName: string,
): ConnectionTraits {
  const [quoted, backslashes, utf8, ...samples] = result?.rows[0] ?? [];
  if (typeof quoted !== 'string' || (backslashes !== 1 && backslashes !== 2)) {
    throw new DriverError('CoraDB did not say how it reads quotes and backslashes', {
      hint: 'Check that the broker serves CoraDB or CUBRID 10.0 or newer.',
    });
  }
  if (utf8 !== 1) {
    throw new DriverError(
      `The driver package ${packageName} reads UTF-8 only, and this database has another charset`,
      {
        hint: `Set ${settingName('driver')}=broker to use the built-in client.`,
      },
    );
  }
  const types = result?.types.slice(3) ?? [];
  const sample = (index: number): Value => {
    const type = columnTypeName(types[index] ?? '');
    return trying(samples[index], { type });
  };
  const zoned = sample(2);
  return {
    settings: { ansiQuotes: quoted.startsWith('integer'), noBackslashEscapes: backslashes === 2 },
    exact: {
      bigint: sample(0) === BigInt(BIGINT),
      numeric: isDecimal(sample(1), NUMERIC),
      zoned: typeof zoned === 'string' && zoned.startsWith(ZONED),
      collections: isList(sample(3), '1,2'),
    },
    // An expression is never NOT NULL.
    nullableInverted: details?.columns[0]?.nullable === false,
  };
}

function trying(value: unknown, column: ValueColumn): Value {
  try {
    return readValue(value, column, ALL_EXACT);
  } catch {
    return null;
  }
}

function isDecimal(value: Value, text: string): boolean {
  return typeof value === 'object' && value !== null && 'text' in value && value.text === text;
}

function isList(value: Value, elements: string): boolean {
  return Array.isArray(value) && value.map(String).join() === elements;
}
