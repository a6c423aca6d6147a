import { settingName } from '../../../errors/edge-names.js';
import type { Column } from '../../driver.js';
import { DriverError } from '../../driver-errors.js';
import type { Row } from '../../value.js';
import { type ExactTypes, InexactValueError, readValue } from './value-reader.js';

/** Rows as the package hands them out. @throws DriverError for a value that it may have got wrong */
export function readPackageRows(
  rows: readonly (readonly unknown[])[],
  columns: readonly Column[],
  exact: ExactTypes,
  packageName: string,
): Row[] {
  return rows.map((row) =>
    columns.map((column, index) => {
      try {
        return readValue(row[index], column, exact);
      } catch (error) {
        if (!(error instanceof InexactValueError)) throw error;
        throw new DriverError(
          `The value of column ${JSON.stringify(column.name)} (${column.type}) is not shown, because ${error.reason} (driver package ${packageName}).`,
          {
            hint: `Select it as text with CAST(… AS VARCHAR), or set ${settingName('driver')}=broker to use the built-in client.`,
          },
        );
      }
    }),
  );
}
