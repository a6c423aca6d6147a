/**
 * The part of the API of node-cubrid 11 that the adapter uses. `@coradb/node-coradb` is expected to share it; every
 * reply is checked where it is read, since nothing else says what a package hands out.
 */
export interface DriverPackage {
  /** Makes a connection object; nothing is dialled before `connect()`. */
  createConnection(options: PackageConnectOptions): ConnectionObject;
}

export interface PackageConnectOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Milliseconds. */
  readonly connectionTimeout: number;
}

/** What `createConnection` makes. */
export interface ConnectionObject {
  connect(): Promise<unknown>;
  getEngineVersion(): Promise<unknown>;
  setAutoCommitMode(on: boolean): Promise<unknown>;
  /** `{ queryHandle, result }`; `result` has the first rows, or is absent for a statement without rows. */
  query(sql: string, callback?: QueryCallback): Promise<unknown>;
  /** `{ result }` with the next rows. */
  fetch(queryHandle: unknown): Promise<unknown>;
  closeQuery(queryHandle: unknown): Promise<unknown>;
  commit(): Promise<unknown>;
  rollback(): Promise<unknown>;
  close(): Promise<unknown>;
}

export type QueryCallback = (error: unknown, result: unknown, queryHandle: unknown) => void;

/** Methods without which a package does not fit. */
export const REQUIRED_METHODS = [
  'connect',
  'getEngineVersion',
  'setAutoCommitMode',
  'query',
  'fetch',
  'closeQuery',
  'commit',
  'rollback',
  'close',
] as const satisfies readonly (keyof ConnectionObject)[];

/** Parameter of `setDatabaseParameter` for the lock time-out in ms (cas-protocol §4.9). */
export const LOCK_TIMEOUT_PARAMETER = 2;

type Method = (...args: unknown[]) => unknown;

/** A method that not every package has, bound to its object; undefined when it is missing. */
export function optionalMethod(target: object, name: string): Method | undefined {
  const method: unknown = Reflect.get(target, name);
  return typeof method === 'function' ? (method as Method).bind(target) : undefined;
}

/** A property as an object; undefined for anything else. */
export function objectProperty(target: unknown, name: PropertyKey): object | undefined {
  if (!isObject(target)) return undefined;
  const value: unknown = Reflect.get(target, name);
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
