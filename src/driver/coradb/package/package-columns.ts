import { COLUMN_TYPE_NAMES } from '../../column-type.js';
import type { Column } from '../../driver.js';
import type { ConnectionTraits } from './connection-probe.js';
import type { PackageRows, StatementDetails } from './package-reply.js';

/** Type names by their lower case: packages write `Bigint`, `ENUM`, `VarNchar`, `TimestampTz`. */
const TYPE_NAMES: ReadonlyMap<string, string> = new Map(
  [...COLUMN_TYPE_NAMES.values()].map((name) => [name.toLowerCase(), name]),
);

/** Columns of a result, with what else the package keeps about them. */
export function toColumns(
  { names, types }: PackageRows,
  details: StatementDetails | undefined,
  { nullableInverted }: Pick<ConnectionTraits, 'nullableInverted'>,
): Column[] {
  const known = details?.columns.length === names.length ? details.columns : [];
  return names.map((name, index) => {
    const { precision, scale, table, nullable } = known[index] ?? {};
    return {
      name,
      type: columnTypeName(types[index] ?? ''),
      ...(precision !== undefined && { precision }),
      ...(scale !== undefined && { scale }),
      ...(nullable !== undefined && { nullable: nullable !== nullableInverted }),
      ...(table !== undefined && { table }),
    };
  });
}

/** A package's type name as replies show it; an unknown one stays as it is. */
export function columnTypeName(name: string): string {
  return TYPE_NAMES.get(name.toLowerCase()) ?? name;
}
