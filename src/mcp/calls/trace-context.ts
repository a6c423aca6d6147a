/** Which distributed trace a call belongs to (W3C Trace Context). */
export interface TraceContext {
  readonly traceId: string;
  /** The caller's span. */
  readonly spanId: string;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Reads a `traceparent`; undefined for anything that is none, which the specification says to ignore (§3.2.2). */
export function parseTraceparent(value: unknown): TraceContext | undefined {
  if (typeof value !== 'string' || value.startsWith('ff')) return undefined;
  const [, traceId, spanId] = TRACEPARENT.exec(value) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId };
}
