import type { Login } from '../driver/driver.js';
import type { Parameter } from '../driver/value.js';

/** What a call is for: it decides what its statements may be and whether they are run at all. */
export type CallPurpose = 'select' | 'execute' | 'explain';

/** The steps as data, the engine's own words, or a flowchart. */
export type PlanFormat = 'tree' | 'text' | 'mermaid';

/** One call of a tool that takes SQL, inputs checked and defaults filled in. */
export interface Call {
  readonly purpose: CallPurpose;
  readonly login: Login;
  readonly sql: string;
  /** Values for `?`; only with a single statement. */
  readonly parameters?: readonly Parameter[];
  /** How plans are given. Only meaningful for `explain`; `text` when not given. */
  readonly planFormat?: PlanFormat;
  /** Roll back in the end whatever happens. Only meaningful for `execute`. */
  readonly dryRun: boolean;
  /**
   * Rows that each statement is expected to change, as a person confirmed them; null where a statement has no such
   * number. When others change, nothing is saved.
   */
  readonly confirmedRows?: readonly (number | null)[];
  /** First row of each result to return, from 1. */
  readonly startRow: number;
  /** Rows returned per result at most. */
  readonly maxRows: number;
  /** Limit of the whole call in ms; 0 for none. */
  readonly timeoutMs: number;
  /** Aborted when the client cancels, is gone, or the server stops. */
  readonly signal: AbortSignal;
  /** Told about what is being done; must not throw. */
  readonly onProgress?: (progress: CallProgress) => void;
}

export interface CallProgress {
  /** Statement at work, from 1. */
  readonly statement: number;
  readonly statements: number;
  /** Rows read so far from its result. */
  readonly rows: number;
}

/** `user@host:port/database`, as replies show it. */
export function loginText(login: Login): string {
  return `${login.user}@${login.host}:${login.port}/${login.database}`;
}
