import type { ColumnRecord } from '../../src/driver/coradb/wire/messages/column-record.js';
import type {
  ExecuteReply,
  FetchReply,
  PrepareAndExecuteReply,
} from '../../src/driver/coradb/wire/messages/execute.js';
import type { PrepareReply } from '../../src/driver/coradb/wire/messages/prepare.js';
import type { Row } from '../../src/driver/value.js';
import type { Step } from './capture-dialogue.js';

/** One statement as it ran in a capture, put together from PREPARE, EXECUTE and FETCH. */
export interface Performance {
  readonly sql: string;
  readonly statementType?: number;
  readonly columns: readonly ColumnRecord[];
  readonly count?: number;
  readonly rows: Row[];
  readonly error?: Step['error'];
}

/** In the order the statements ran; a statement that failed to compile is one with an error. */
export function performances(steps: readonly Step[]): Performance[] {
  const done: Performance[] = [];
  const prepared = new Map<string, PrepareReply & { sql: string }>();
  const current = new Map<string, Performance>();
  const add = (key: string, performance: Performance): void => {
    done.push(performance);
    current.set(key, performance);
  };
  for (const step of steps) {
    const { code, reply, error, exchange } = step;
    const key = `${exchange.connection ?? 'A'}:${step.handle}`;
    const sql = exchange.sql ?? '';
    if (code === 2 && reply) {
      const prepare = reply as PrepareReply;
      prepared.set(`${exchange.connection ?? 'A'}:${prepare.handle}`, { ...prepare, sql });
    } else if (code === 2) {
      done.push({ sql, columns: [], rows: [], error });
    } else if (code === 3) {
      const prepare = prepared.get(key);
      const base = {
        sql: prepare?.sql ?? '',
        statementType: prepare?.statementType,
        columns: prepare?.columns ?? [],
      };
      add(key, error ? { ...base, rows: [], error } : executed(base, reply as ExecuteReply));
    } else if (code === 41) {
      const both = reply as PrepareAndExecuteReply | undefined;
      const base = {
        sql,
        statementType: both?.prepared.statementType,
        columns: both?.prepared.columns ?? [],
      };
      add(key, both ? executed(base, both.executed) : { ...base, rows: [], error });
    } else if (code === 8 && reply) {
      continueRows(current.get(key), reply as FetchReply);
    }
  }
  return done;
}

function executed(
  base: Pick<Performance, 'sql' | 'statementType' | 'columns'>,
  reply: ExecuteReply,
): Performance {
  return {
    ...base,
    ...(reply.description && { columns: reply.description.columns }),
    count: reply.count,
    rows: [...(reply.fetched?.rows ?? [])],
  };
}

/** Only rows that go on where the last ones ended; captures also fetch backwards. */
function continueRows(performance: Performance | undefined, { rows, lastRowNumber }: FetchReply): void {
  if (performance !== undefined && lastRowNumber === performance.rows.length + rows.length) {
    performance.rows.push(...rows);
  }
}
