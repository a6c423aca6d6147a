import type { PlanBlock } from '../../driver/model/plan-tree.js';
import type { ErrorReport } from '../../errors/error-report.js';

export type { ErrorReport };

/** A cell as JSON holds it; numbers that JSON would round are text. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** How a call's transaction ended. `unknown`: the connection broke between sending a commit and reading its reply. */
export type Outcome = 'committed' | 'rolled back' | 'unknown';

/** Why a call ended before its last statement. */
export type StopReason = 'error' | 'timeout' | 'cancelled';

/** A column of a result set. */
export interface ColumnReport {
  readonly name: string;
  readonly type: string;
  readonly nullable?: boolean;
  readonly precision?: number;
  readonly scale?: number;
  readonly table?: string;
}

/** What one statement did. Properties that do not apply are left out. */
export interface StatementReport {
  /** Place in the call, from 1. */
  readonly statement: number;
  /** The statement's text, shortened when long. */
  readonly sql: string;
  /** Kind as the engine compiled it. */
  type?: string;
  columns?: readonly ColumnReport[];
  /** Rows of the whole result, as the engine counts them. */
  totalRows?: number;
  /** True when rows follow that are not in `rows`. */
  truncated?: boolean;
  /** `startRow` that continues where `rows` ends; only when truncated. */
  nextRow?: number;
  /** Rows the call asked for that would have made the reply too large. */
  rowsOmittedForSize?: number;
  /** Cells in `rows` that were cut to the cell limit. */
  cellsCut?: number;
  affectedRows?: number;
  /** The optimizer's plan as the engine prints it, where that was asked for or cannot be read; empty when it shows none. */
  plan?: string;
  /** The plan's steps as data: one block for each part of the query, the main part last. */
  tree?: readonly PlanBlock[];
  /** The plan as a mermaid flowchart. */
  mermaid?: string;
  /** What stands out in the plan. */
  observations?: readonly string[];
  notes?: string[];
  /** The statement that failed; why stands in `error` of the document. */
  failed?: true;
  skipped?: true;
  elapsedMs?: number;
  rows?: readonly (readonly JsonValue[])[];
}

/** The one document that a call with SQL replies with. */
export interface CallDocument {
  /** `user@host:port/database`, never the password. */
  readonly login: string;
  /** Absent when the call failed before a transaction began. */
  transaction?: Outcome;
  rolledBackBecause?: string;
  stopped?: StopReason;
  /** The failure that ended the call, whole, as text for people. */
  error?: ErrorReport;
  notes?: string[];
  elapsedMs: number;
  /** Statements that are only counted because the list would have become too large, by kind. */
  statementsOmitted?: {
    readonly count: number;
    readonly kinds: Readonly<Record<string, number>>;
    readonly affectedRows: number;
  };
  statements: StatementReport[];
}
