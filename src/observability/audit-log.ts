import { openSync, writeSync } from 'node:fs';
import { SettingsError } from '../config/settings-error.js';
import type { CallListener, CallText } from '../mcp/calls/call-events.service.js';
import type { CallRecord } from '../mcp/calls/call-record.js';

/** Writes one whole line. */
export type LineSink = (line: string) => void;

/**
 * The sink a setting names: `off`, `stderr` or a file, which is appended to. A line is in the file before the reply
 * of its call is sent.
 * @throws SettingsError when the file cannot be opened
 */
export function auditSink(target: string): LineSink | undefined {
  if (target === 'off') return undefined;
  if (target === 'stderr') return (line) => void process.stderr.write(line);
  try {
    // Only the server's user may read who did what.
    const file = openSync(target, 'a', 0o600);
    return (line) => void writeSync(file, line);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new SettingsError([`CORADB_AUDIT_LOG=${target}: cannot be written (${code})`]);
  }
}

/** Notes each call as one JSON line. @param withSql also the SQL text, which may hold data */
export function auditLog(write: LineSink, withSql: boolean): CallListener {
  return (record, text) => write(`${JSON.stringify(auditLine(record, withSql ? text : {}))}\n`);
}

function auditLine(record: CallRecord, { sql }: CallText): Record<string, unknown> {
  return {
    audit: 'call',
    time: record.startedAt,
    caller: record.caller,
    address: record.address,
    kind: record.kind,
    name: record.name,
    login: record.login,
    database: record.database,
    statements: record.statementKinds,
    outcome: record.outcome,
    stopped: record.stopped,
    errorLayer: record.errorLayer,
    errorCode: record.errorCode,
    rows: record.rows,
    affectedRows: record.affectedRows,
    ...(record.changed.length > 0 && { changed: record.changed }),
    ms: record.elapsedMs,
    traceId: record.trace?.traceId,
    spanId: record.trace?.spanId,
    sql,
  };
}
