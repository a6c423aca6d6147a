import type { LexicalSettings } from '../sql/lexical-settings.js';
import type { SideEffectKind, SqlRules } from '../sql/sql-rules.js';
import type { CatalogSession } from './catalog/catalog-session.js';
import type { Connection } from './driver.js';
import type { EngineError } from './driver-errors.js';
import type { PlanBlock, PlanOperations } from './model/plan-tree.js';
import type { SchemaDetail, SchemaModel } from './model/schema-model.js';

/** What to read of a catalog. */
export interface CatalogRequest {
  readonly detail: SchemaDetail;
  /** Name of one object as the caller wrote it, perhaps qualified and quoted. */
  readonly object?: string;
  /** Pattern over names and comments; only matching objects are returned, and only for them anything costly is read. */
  readonly search?: string;
  /** Who logged in where; for engines whose catalog does not tell. */
  readonly login?: { readonly database: string; readonly user: string };
}

/** A side effect that a view hides. */
export interface HiddenEffect {
  readonly kind: Extract<SideEffectKind, 'increment' | 'serial' | 'remote'>;
  /** The call as the plan prints it, without its arguments. */
  readonly call: string;
}

/** Last values of the engine's counters by name; only compared with one another. */
export type CounterValues = ReadonlyMap<string, unknown>;

/**
 * The second port: what is known about an engine beside how to talk to it. Nothing here connects; what must be asked
 * goes through the connection that is handed in. To add an engine is to write one folder with a driver and a dialect.
 */
export interface Dialect {
  /** The engine as schema and plan documents name it: `CoraDB`, `DuckDB`, … */
  readonly engine: string;
  /** How the engine reads text, where that depends on nothing a server could be asked for. */
  readonly lexical?: LexicalSettings;
  /** What the engine's words mean. */
  readonly rules: SqlRules;
  /**
   * What a plan shows of side effects that a view hides (steps of serials, remote databases). Absent where no view can
   * hide any.
   */
  hiddenEffects?(plan: string): readonly HiddenEffect[];
  /** The engine's words for what a plan's observations are about. */
  readonly planOperations: PlanOperations;
  /** @throws UnknownObjectError, AmbiguousObjectError, CatalogTimeLimitError, EngineError */
  readSchema(session: CatalogSession, request: CatalogRequest): Promise<SchemaModel>;
  /** The steps of what `Connection.plan` gave; may throw on a text of another shape. */
  parsePlan(raw: string): readonly PlanBlock[];
  /**
   * Where in a statement an error belongs, read from the engine's own words.
   * @returns UTF-16 offset in the text, or undefined when the words name no place that the text has
   */
  errorOffset(message: string, text: string): number | undefined;
  /** An error's words without the drawing of the place that `errorOffset` reads; absent where they hold none. */
  withoutPlace?(message: string): string;
  /** Whether the engine says that a value does not fit the type that it stands for. */
  isUnfitValue(error: EngineError): boolean;
  /**
   * The last value of every counter (serial), where the engine keeps it outside of transactions and tells it exactly.
   * Without it, what a statement's text shows of counters is all there is.
   * @param timeoutMs limit of each request, in ms
   */
  readCounters?(connection: Connection, timeoutMs: number): Promise<CounterValues>;
}
