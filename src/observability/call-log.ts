import type { LoggerService } from '@nestjs/common';
import type { LogFormat } from '../config/log-settings.js';
import type { CallListener } from '../mcp/calls/call-events.service.js';
import type { CallRecord } from '../mcp/calls/call-record.js';

/** A log line for each call: what, where, how it ended and how long it took. */
export function callLog(logger: LoggerService, format: LogFormat): CallListener {
  return (record) => logger.log(format === 'json' ? fields(record) : sentence(record), 'call');
}

function fields({
  name,
  address,
  login,
  database,
  outcome,
  stopped,
  elapsedMs,
  rows,
  trace,
}: CallRecord): object {
  return {
    call: name,
    ...(address !== undefined && { address }),
    database: login ?? database,
    outcome,
    ...(stopped && { stopped }),
    rows,
    ms: elapsedMs,
    ...(trace && { trace_id: trace.traceId, span_id: trace.spanId }),
  };
}

function sentence(record: CallRecord): string {
  const { name, address, login, database, outcome, stopped, elapsedMs, rows, trace } = record;
  const parts = [
    name,
    login ?? database ?? '',
    stopped === undefined ? outcome : `${outcome} (${stopped})`,
    `${rows} rows`,
    `${elapsedMs} ms`,
    address === undefined ? '' : `from ${address}`,
    trace ? `trace ${trace.traceId}` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
