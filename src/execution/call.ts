import type { Login } from '../driver/driver.js';
import type { Parameter } from '../driver/value.js';

/** The steps as data, the engine's own words, or a flowchart. */
export type PlanFormat = 'tree' | 'text' | 'mermaid';

/** What every call has, inputs checked and defaults filled in. */
interface CallBase {
  readonly login: Login;
  readonly sql: string;
  /** Limit of the whole call in ms; 0 for none. */
  readonly timeoutMs: number;
  /** Aborted when the client cancels, is gone, or the server stops. */
  readonly signal: AbortSignal;
  /** Told about what is being done; must not throw. */
  readonly onProgress?: (progress: CallProgress) => void;
}

/** A call whose statements run. */
interface RunningCall extends CallBase {
  /** Values for `?`; only with a single statement. */
  readonly params?: readonly Parameter[];
  /** First row of each result to return, from 1. */
  readonly startRow: number;
  /** Rows returned per result at most. */
  readonly maxRows: number;
}

/** Runs queries and saves nothing. */
export interface SelectCall extends RunningCall {
  readonly purpose: 'select';
}

/** Runs any statements in one transaction. */
export interface ExecuteCall extends RunningCall {
  readonly purpose: 'execute';
  /** Roll back in the end whatever happens. */
  readonly dryRun: boolean;
  /**
   * Rows that each statement is expected to change, as a person confirmed them; null where a statement has no such
   * number. When others change, nothing is saved.
   */
  readonly confirmedRows?: readonly (number | null)[];
}

/** Asks for the plans of queries and runs nothing. */
export interface ExplainCall extends CallBase {
  readonly purpose: 'explain';
  /** How plans are given beside the engine's own text. */
  readonly planFormat: PlanFormat;
}

export type Call = SelectCall | ExecuteCall | ExplainCall;

/** A call without what ties it to its client. */
export type Requested<C extends Call> = C extends Call ? Omit<C, 'signal' | 'onProgress'> : never;

export interface CallProgress {
  /** Statement at work, from 1. */
  readonly statement: number;
  readonly statements: number;
  /** Rows read so far from its result. */
  readonly rows: number;
}

/** Values that the call gives for `?`. */
export function paramsOf(call: Call): readonly Parameter[] | undefined {
  return call.purpose === 'explain' ? undefined : call.params;
}

/** `user@host:port/database`, as replies show it; without the port of an engine that none leads to. */
export function loginText({ user, host, port, database }: Login): string {
  return `${user}@${host}${port === 0 ? '' : `:${port}`}/${database}`;
}
