import type { SchemaColumn } from './column-model.js';
import type { ForeignKey, IncomingKey, SchemaKey } from './key-model.js';

/**
 * How much of each object is in the model: `names` kinds, names and comments; `summary` also the columns' names,
 * types and comments and the keys; `full` all there is.
 */
export type SchemaDetail = 'names' | 'summary' | 'full';

export const SCHEMA_DETAILS: readonly SchemaDetail[] = ['names', 'summary', 'full'];

/** One vertex table an edge table connects. */
export interface EdgeEnd {
  readonly owner: string;
  readonly table: string;
  /** Column of the edge table that holds the key of the vertex; absent when the engine does not say. */
  readonly column?: string;
}

/** The two ends of an edge table, or the engine's own clause where only that is known. */
export interface EdgeEnds {
  readonly from?: EdgeEnd;
  readonly to?: EdgeEnd;
  readonly clause?: string;
}

/** One partition of a table. */
export interface Partition {
  readonly name: string;
  /** The class that stores the rows of this partition. */
  readonly table: string;
  /** RANGE: `[low, high)`, null for no bound. LIST: the members. HASH: one null. */
  readonly values: readonly (string | number | boolean | null)[];
  readonly comment?: string;
}

/** How a table is divided: `RANGE`, `LIST` or `HASH` of an expression. */
export interface Partitioning {
  readonly type: string;
  readonly expression: string;
  readonly partitions: readonly Partition[];
}

/** A trigger of a table. Event, condition and action are readable by dba only. */
export interface SchemaTrigger {
  readonly owner: string;
  readonly name: string;
  /** BEFORE, AFTER or DEFERRED. */
  readonly time: string;
  readonly actionKind: string;
  readonly column?: string;
  readonly event?: string;
  readonly condition?: string;
  readonly action?: string;
  readonly active?: boolean;
  readonly priority?: string;
  readonly comment?: string;
}

/** What one user may do with an object, and who allowed it. */
export interface SchemaGrant {
  readonly grantee: string;
  readonly grantor: string;
  /** In alphabetical order. */
  readonly privileges: readonly string[];
  readonly grantable: boolean;
}

/** A row count without counting: taken from statistics, so possibly old. */
export interface RowEstimate {
  readonly rows: number;
  /** Where it comes from, for the reader's judgement. */
  readonly source: string;
}

/** Options of CREATE TABLE that differ from the defaults. */
export interface ObjectOptions {
  readonly reuseOid?: boolean;
  readonly collation?: string;
  /** Algorithm of an encrypted table. */
  readonly encrypt?: string;
}

/** A table, view, vertex table, edge table, or a kind this server does not know. An empty list means "none". */
export interface SchemaObject {
  /** `table`, `view`, `vertex table`, `edge table`, or the engine's word in lower case. */
  readonly kind: string;
  /** The engine's own word for the kind. */
  readonly rawKind: string;
  readonly owner: string;
  readonly name: string;
  readonly comment?: string;
  readonly options?: ObjectOptions;
  /** Tables this one is a subclass of, as `OWNER.name`. */
  readonly under: readonly string[];
  readonly edge?: EdgeEnds;
  readonly columns: readonly SchemaColumn[];
  readonly primaryKey?: SchemaKey;
  readonly uniqueKeys: readonly SchemaKey[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Keys of other tables that point here. `unread` when finding them would cost a statement per table. */
  readonly referencedBy: readonly IncomingKey[] | 'unread';
  readonly indexes: readonly SchemaKey[];
  /** Conditions the engine checks, as SQL. */
  readonly checks: readonly string[];
  readonly partitioning?: Partitioning;
  /** A view's text; several when it is a union of query specifications. */
  readonly queries: readonly string[];
  /** A view that does not compile: why, in the engine's words. Absent also where that was not looked at. */
  readonly broken?: string;
  /** `unknown` where only dba may read it. Absent for what is not a view. */
  readonly checkOption?: 'NONE' | 'CASCADED' | 'LOCAL' | 'unknown';
  readonly triggers: readonly SchemaTrigger[];
  readonly methods: readonly string[];
  readonly grants: readonly SchemaGrant[];
  readonly rowEstimate?: RowEstimate;
  /** Facts about this object that the engine's catalog holds and this server has no name for. */
  readonly extra?: Readonly<Record<string, string>>;
  /** The end of the engine's own CREATE text, where it was not understood. */
  readonly rawTail?: string;
}

/** A number generator that does not belong to a column. Numbers are text: they may exceed 2^53. */
export interface SchemaSerial {
  readonly owner: string;
  readonly name: string;
  readonly current?: string;
  readonly increment: string;
  readonly min: string;
  readonly max: string;
  readonly cyclic: boolean;
  readonly started?: boolean;
  readonly cache?: number;
  readonly comment?: string;
}

/** Another name for an object. */
export interface SchemaSynonym {
  readonly owner: string;
  readonly name: string;
  readonly targetOwner: string;
  readonly targetName: string;
  readonly public: boolean;
  /** The target is not among the objects this login sees: it is gone, or not readable. */
  readonly dangling?: true;
  readonly comment?: string;
}

/** A link to another database. */
export interface SchemaServer {
  readonly owner: string;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly properties?: string;
  readonly comment?: string;
}

/** A database, or one object of it, as one login sees it at one moment. Text, JSON and mermaid are printed from this. */
export interface SchemaModel {
  readonly database: string;
  /** As the engine folds it: upper case in CoraDB. */
  readonly user: string;
  /** As `Dialect.engine`. */
  readonly engine: string;
  readonly engineVersion: string;
  readonly charset?: string;
  /** Collation of objects and columns that do not say otherwise. */
  readonly collation?: string;
  /** ISO 8601, UTC. */
  readonly readAt: string;
  readonly detail: SchemaDetail;
  /** False when something the login could see is not in here; `notes` say what. */
  readonly complete: boolean;
  /** Sentences for the reader of the document. */
  readonly notes: readonly string[];
  /** `partial`: of some only the columns are known, and not where they point. */
  readonly foreignKeys: 'complete' | 'partial' | 'not read';
  /** By owner, then name. */
  readonly objects: readonly SchemaObject[];
  /** How many there are when the list does not hold all. */
  readonly objectCount?: number;
  /** Where the list goes on, from 1, when only a part of it fits into the reply. */
  readonly nextObject?: number;
  readonly serials: readonly SchemaSerial[];
  readonly synonyms: readonly SchemaSynonym[];
  readonly servers: readonly SchemaServer[];
}

/** An object of which nothing but its name is known yet; readers spread it and add what they find. */
export function emptyObject(kind: string, rawKind: string, owner: string, name: string): SchemaObject {
  return {
    kind,
    rawKind,
    owner,
    name,
    under: [],
    columns: [],
    uniqueKeys: [],
    foreignKeys: [],
    referencedBy: [],
    indexes: [],
    checks: [],
    queries: [],
    triggers: [],
    methods: [],
    grants: [],
  };
}

/** `OWNER.name`: the key by which objects are told apart; the same name under several owners is normal. */
export function objectKey(object: { readonly owner: string; readonly name: string }): string {
  return `${object.owner}.${object.name}`;
}
