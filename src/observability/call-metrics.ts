import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CallListener } from '../mcp/calls/call-events.service.js';
import type { McpOffer } from '../mcp/strategy/mcp-offers.js';

/** In seconds: from a cached schema to the longest call that is usual. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Prometheus metrics of one server. Labels are names of tools and outcomes only: never data, never who called. */
export class CallMetrics {
  readonly registry = new Registry();
  private readonly calls = this.counter('calls_total', 'Finished calls', ['name', 'outcome']);
  private readonly rows = this.counter('rows_returned_total', 'Rows returned to clients', ['name']);
  private readonly timeouts = this.counter('timeouts_total', 'Calls ended by a time limit', ['name']);
  private readonly cancels = this.counter('cancels_total', 'Calls cancelled by client or shutdown', ['name']);
  private readonly duration = new Histogram({
    name: 'coradb_mcp_call_duration_seconds',
    help: 'Duration of finished calls',
    labelNames: ['name'],
    buckets: DURATION_BUCKETS,
    registers: [this.registry],
  });

  /** @param offers the engines whose calls are counted */
  constructor(offers: readonly Pick<McpOffer, 'slots' | 'cache'>[]) {
    const sum = (read: (offer: (typeof offers)[number]) => number) => (): number =>
      offers.reduce((total, offer) => total + read(offer), 0);
    this.gauge(
      'connections_open',
      'Calls that work on a database now; each has one connection',
      sum(({ slots }) => slots.inUse),
    );
    this.gauge(
      'calls_waiting',
      'Calls that wait for their turn',
      sum(({ slots }) => slots.waiting),
    );
    if (offers.some(({ cache }) => cache)) {
      this.total(
        'schema_cache_hits_total',
        'Schemas taken from the cache',
        sum(({ cache }) => cache?.().hits ?? 0),
      );
      this.total(
        'schema_cache_misses_total',
        'Schemas read from the catalog',
        sum(({ cache }) => cache?.().misses ?? 0),
      );
    }
  }

  readonly listener: CallListener = ({ name, outcome, elapsedMs, rows, stopped }) => {
    this.calls.inc({ name, outcome });
    this.duration.observe({ name }, elapsedMs / 1_000);
    this.rows.inc({ name }, rows);
    if (stopped === 'timeout') this.timeouts.inc({ name });
    if (stopped === 'cancelled') this.cancels.inc({ name });
  };

  private counter<T extends string>(name: string, help: string, labelNames: T[]): Counter<T> {
    return new Counter({ name: `coradb_mcp_${name}`, help, labelNames, registers: [this.registry] });
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: `coradb_mcp_${name}`,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** A counter that is counted elsewhere. */
  private total(name: string, help: string, read: () => number): void {
    new Counter({
      name: `coradb_mcp_${name}`,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
}
