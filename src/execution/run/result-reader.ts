import { settingName } from '../../errors/edge-names.js';
import type { ResultSet } from '../../driver/driver.js';
import type { Row } from '../../driver/value.js';
import type { JsonValue, StatementReport } from '../reply/reply-document.js';
import { formatValue, type CellLimit } from '../reply/value-format.js';
import type { StoppableConnection } from './stoppable-connection.js';

/** Rows asked from the driver at once; bounds memory together with the reply limit. */
const BATCH_ROWS = 500;

/** Characters a message may still use for rows, headings and plans; shared by all statements of a call. */
export class ReplyBudget {
  constructor(private left: number) {}

  /**
   * Takes what a part of the reply costs if it fits. After the first refusal nothing fits any more, so that rows stay
   * in order.
   */
  take(part: unknown): boolean {
    const chars = messageChars(part);
    if (chars > this.left) this.left = -1;
    else this.left -= chars;
    return this.left >= 0;
  }
}

/**
 * Characters of a part of the document in the message: once as structured content, once in the text, where JSON
 * escapes its quotes and backslashes. The separator is a comma there, a comma and an escaped line end here.
 */
function messageChars(part: unknown): number {
  const json = JSON.stringify(part);
  return json.length + 1 + (JSON.stringify(json).length - 2) + 3;
}

export interface ReadLimits {
  /** First row to return, from 1. */
  readonly startRow: number;
  readonly maxRows: number;
  readonly maxCellChars: number;
}

/**
 * Reads the rows a reply may hold and counts the rest on the engine's side, so that memory stays bounded whatever
 * the size of the result.
 */
export async function readResult(
  resultSet: ResultSet,
  stoppable: StoppableConnection,
  limits: ReadLimits,
  budget: ReplyBudget,
  onRows: (rows: number) => void = () => undefined,
): Promise<
  Pick<
    StatementReport,
    'totalRows' | 'truncated' | 'nextRow' | 'rowsOmittedForSize' | 'cellsCut' | 'notes' | 'rows'
  >
> {
  const cells: CellLimit = { maxCellChars: limits.maxCellChars, cellsCut: 0 };
  const rows: (readonly JsonValue[])[] = [];
  let full = false;
  while (!full && rows.length < limits.maxRows) {
    const wanted = Math.min(BATCH_ROWS, limits.maxRows - rows.length);
    const batch: readonly Row[] = await stoppable.run((timeoutMs) => resultSet.read(wanted, { timeoutMs }));
    if (batch.length === 0) break;
    for (const row of batch) {
      const cutBefore = cells.cellsCut;
      const formatted = row.map((value) => formatValue(value, cells));
      full = !budget.take(formatted);
      if (full) {
        cells.cellsCut = cutBefore;
        break;
      }
      rows.push(formatted);
    }
    onRows(rows.length);
  }
  const totalRows = await stoppable.run((timeoutMs) => resultSet.countRows({ timeoutMs }));
  const fromStart = Math.max(0, totalRows - (limits.startRow - 1));
  const omitted = Math.min(limits.maxRows, fromStart) - rows.length;
  const truncated = fromStart > rows.length;
  return {
    totalRows,
    truncated,
    ...(truncated && rows.length > 0 && { nextRow: limits.startRow + rows.length }),
    ...(full && { rowsOmittedForSize: omitted }),
    ...(cells.cellsCut > 0 && { cellsCut: cells.cellsCut }),
    ...(full && rows.length === 0 && { notes: [NO_ROW_FITS] }),
    rows,
  };
}

const NO_ROW_FITS = `Not one row fits into what is left of the reply (${settingName('maxResponseChars')}): select fewer or shorter columns, or send the statement in a call of its own.`;
