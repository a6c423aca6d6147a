import { describe, expect, it } from 'vitest';
import { parseTraceparent } from './trace-context.js';

// The example of the W3C recommendation, §3.2.
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it('gives trace and span', () => {
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({ traceId: TRACE, spanId: SPAN });
  });

  it.each([
    undefined,
    42,
    '',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01\n{"fake":"line"}`,
  ])('that is none is ignored: %j', (value) => {
    expect(parseTraceparent(value)).toBeUndefined();
  });
});
