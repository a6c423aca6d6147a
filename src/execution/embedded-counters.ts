import { AUTO_INCREMENT_NOTE, serialNote } from '../sql/dry-run-check.js';
import { addNotes, reportOf, type CallContext } from './call-context.js';
import type { CallDocument } from './reply-document.js';

const SEQUENCES =
  "SELECT CASE schema_name WHEN 'main' THEN '' ELSE schema_name || '.' END || sequence_name, " +
  'CAST(last_value AS VARCHAR) FROM duckdb_sequences()';

/**
 * Notes serials that move in a dry run on DuckDB without the statement's text showing it: through a view, a column's
 * default, or a macro. DuckDB keeps the last value of each outside of transactions, so that reading them before and
 * after is exact; a step of another call at the same time is noted as well.
 */
export class SerialWatch {
  private constructor(
    private readonly context: CallContext,
    private values: ReadonlyMap<string, unknown>,
  ) {}

  /** @returns undefined for calls whose serials need no watching */
  static async begin(context: CallContext): Promise<SerialWatch | undefined> {
    if (!context.policy.isDryRun || context.connection.dialect !== 'duckdb') return undefined;
    return new SerialWatch(context, await lastValues(context));
  }

  /** Adds what has moved to the notes of the statement that has just run. */
  async noteSteps(index: number): Promise<void> {
    const before = this.values;
    this.values = await lastValues(this.context);
    const report = reportOf(this.context, index);
    const noted = (report.notes ?? []).join('\n').toLowerCase();
    const moved = [...this.values].filter(
      // One that the call itself has created goes with the rollback.
      ([name, value]) => before.has(name) && before.get(name) !== value && !isNoted(noted, name),
    );
    addNotes(
      report,
      moved.map(([name]) => serialNote(name).message),
    );
  }
}

/** The text of the statement may name the owner or schema too, and quote the name. */
function isNoted(notes: string, name: string): boolean {
  const plain = name.toLowerCase();
  return ['', ']', '"', '`'].some((quote) => notes.includes(`${plain}${quote} has moved`));
}

async function lastValues({ connection, stoppable }: CallContext): Promise<Map<string, unknown>> {
  return stoppable.run(async (timeoutMs) => {
    const statement = await connection.prepare(SEQUENCES, { timeoutMs });
    try {
      const { resultSet } = await statement.execute([], { timeoutMs, startRow: 0, maxRows: MOST_SERIALS });
      const rows = (await resultSet?.read(MOST_SERIALS, { timeoutMs })) ?? [];
      return new Map(rows.map(([name, value]) => [String(name), value]));
    } finally {
      await statement.close();
    }
  });
}

/** Enough for any catalog that a person looks at. */
const MOST_SERIALS = 10_000;

/** DuckDB has no AUTO_INCREMENT; what the dialect is shows only once a connection is there, after the texts were checked. */
export function dropAutoIncrementNotes({ statements }: CallDocument): void {
  for (const report of statements) {
    const notes = report.notes?.filter((note) => note !== AUTO_INCREMENT_NOTE.message);
    if (notes === undefined || notes.length === report.notes?.length) continue;
    if (notes.length > 0) report.notes = notes;
    else delete report.notes;
  }
}
