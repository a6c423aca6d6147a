import type { BrokerAddress } from '../address/broker-address.js';
import type { LexicalSettings } from '../sql/lexical-settings.js';
import type { Dialect } from './dialect.js';
import type { Parameter, Row } from './value.js';

/** Where and as whom a call works. Lives as long as the call; the password is never logged or shown. */
export interface Login {
  readonly database: string;
  readonly host: string;
  /** TCP port of the broker. */
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** What a driver can do; callers refuse or fall back in one place when something is missing. */
export interface DriverCapabilities {
  /** `prepare` compiles without running and tells the engine's own statement kind. */
  readonly compileOnlyPrepare: boolean;
  /** `cancel` stops the running statement on the server. Without it the socket is dropped, which rolls back. */
  readonly cancel: boolean;
  /** `plan` shows the plan without running the statement. */
  readonly planWithoutRunning: boolean;
  /** `ExecuteOptions.timeoutMs` is also enforced by the server. */
  readonly serverTimeLimit: boolean;
}

/** A CoraDB broker, the embedded engine, or a driver package: something that opens connections. */
export interface Driver {
  /** `broker`, `embedded`, or the name of the package. */
  readonly name: string;
  readonly version: string;
  /** Folder of the loaded package; absent for what is built in. */
  readonly folder?: string;
  readonly capabilities: DriverCapabilities;
  readonly dialect: Dialect;
  /**
   * Opens one connection and logs in. One connection serves one call and is never reused.
   * @throws BrokerError, EngineError (wrong login), DriverError
   */
  connect(login: Login, options: ConnectOptions): Promise<Connection>;
  /**
   * Asks the brokers that calls go to whether one of them accepts connections, without logging in. Absent where there
   * is no server to reach: the engine is here, and a host or port cannot be named.
   * @throws AggregateError of BrokerErrors within `timeoutMs`
   */
  ping?(addresses: readonly BrokerAddress[], options: PingOptions): Promise<void>;
  /** Names of the databases there are. Only where the engine tells without a login, which a broker does not. */
  databases?(): Promise<readonly string[]>;
  /** Frees what outlives connections (open database files); called once, at shutdown. */
  dispose?(): Promise<void>;
}

export interface PingOptions {
  /** Limit for the whole check, in ms. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface ConnectOptions {
  /** Limit for all steps of connecting together, in ms. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Longest wait for a lock, in ms; 0 leaves the engine's default. */
  readonly lockTimeoutMs: number;
  /** The caller will only read: engines that have a read-only transaction start one. */
  readonly readOnly: boolean;
}

export interface Connection {
  /** What is known about the engine behind it. */
  readonly dialect: Dialect;
  readonly engineVersion: string;
  /** What the first call on a new process of the engine must be told: that earlier changes are lost. */
  readonly notice?: string;
  /** Asks the engine how it lexes text; at most one round trip, remembered for the connection. */
  lexicalSettings(): Promise<LexicalSettings>;
  /** The engine compiles the statement; nothing runs. @throws EngineError */
  prepare(sql: string, options: RequestOptions): Promise<Statement>;
  /**
   * The optimizer's plan as text, without running. Empty when the engine shows none for this statement.
   * The caller must have refused statements that take effect even then (COMMIT, SET, CALL, …).
   */
  plan(sql: string, options: RequestOptions): Promise<string>;
  /** @throws ConnectionLostError when the outcome cannot be known */
  commit(options: RequestOptions): Promise<void>;
  rollback(options: RequestOptions): Promise<void>;
  /**
   * Stops what runs now on the server, from outside; safe at any time, does nothing when nothing runs.
   * The running request then ends with the engine's own interruption error.
   */
  cancel(): Promise<void>;
  /** Says goodbye within `timeoutMs` and frees everything; never throws; may be called more than once. */
  close(options?: { readonly timeoutMs: number }): Promise<void>;
  /** Drops the connection at once, without a goodbye. What was not committed is rolled back by the engine. */
  destroy(): void;
}

export interface RequestOptions {
  /** Limit of this request, in ms; 0 for none. A request over it leaves the connection unusable. */
  readonly timeoutMs: number;
}

export interface ExecuteOptions extends RequestOptions {
  /** Rows to skip before the first one that is read; 0 starts at the first row. */
  readonly skip: number;
  /** Hint for how many rows will be read at most. */
  readonly maxRows: number;
}

/**
 * A statement kind as the engine compiled it: `SELECT`, `INSERT`, `UPDATE`, `DELETE`, `MERGE`, `CREATE_TABLE`, …
 * (cas-protocol §6, names as printed there with `_` for blanks), or `UNKNOWN_<number>`.
 */
export type StatementKind = string;

export interface Column {
  /** Heading, as the engine gives it. */
  readonly name: string;
  /** Driver-style type name: `String`, `Int`, `BigInt`, `Numeric`, `DateTime`, … (see `column-type.ts`). */
  readonly type: string;
  /** Element type of a collection. */
  readonly elementType?: string;
  readonly precision?: number;
  readonly scale?: number;
  readonly nullable?: boolean;
  readonly table?: string;
}

export interface Statement {
  readonly kind: StatementKind;
  /** Bind markers the engine counted. */
  readonly parameterCount: number;
  /** Columns of the result set; empty for a statement that returns none. */
  readonly columns: readonly Column[];
  execute(params: readonly Parameter[], options: ExecuteOptions): Promise<Execution>;
  /** Frees the statement on the server; errors are swallowed. */
  close(): Promise<void>;
}

/** What running a statement gave. Exactly one of the two is present, or neither for DDL. */
export interface Execution {
  readonly affectedRows?: number;
  readonly resultSet?: ResultSet;
}

/** A cursor over a result; rows are read forwards, in batches, so that memory stays bounded. */
export interface ResultSet {
  /** The next rows, at most `count` (a driver may give fewer); an empty array only at the end. */
  read(count: number, options: RequestOptions): Promise<readonly Row[]>;
  /** Rows of the whole result, including skipped and unread ones. No further `read` is allowed afterwards. */
  countRows(options: RequestOptions): Promise<number>;
}
