import type { ErrorReport } from '../errors/error-report.js';
import type { ArangoProgress } from './caller.js';

export interface ArangoCallOptions {
  /** Ends the call: its query is killed on the server, its transaction is rolled back. */
  readonly signal?: AbortSignal;
  /** Of `export` and `restore`: how far they are, at most once a second. */
  readonly onProgress?: ArangoProgress;
}

/** The reply of a tool; what it holds besides is named in docs/arangodb.md and depends on the tool. */
export interface ArangoResult {
  readonly database: string;
  readonly elapsedMs: number;
  /** The call was ended early. */
  readonly stopped?: 'timeout' | 'cancelled';
  /** The call failed. */
  readonly error?: ErrorReport;
  readonly [property: string]: unknown;
}

/** The reply of a tool that gives rows. */
export interface ArangoRows extends ArangoResult {
  /** Missing when the call failed. Whole numbers beyond 2^53 are text. */
  readonly rows?: readonly unknown[];
  readonly count?: number;
  /** Most rows asked for. */
  readonly limit?: number;
  /** There are rows that are not in `rows`. */
  readonly hasMore?: boolean;
}

/** The reply of a tool that may change something. */
export interface ArangoChange extends ArangoResult {
  /** How it ended, where it ran in a transaction. `unknown`: neither the commit's answer nor the server said. */
  readonly transaction?: 'committed' | 'rolled back' | 'unknown';
  readonly rolledBackBecause?: string;
  /** Of what no transaction can undo: the request went out, and no reply says what became of it. */
  readonly outcome?: 'unknown';
  /** Names of the collections, graph or view that were changed. */
  readonly changed?: readonly string[];
  /** Documents written. */
  readonly affectedRows?: number;
}
