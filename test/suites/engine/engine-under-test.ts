import type { Client } from '@modelcontextprotocol/client';
import type { Era, McpSession, SettingsEnv } from '../../helpers/mcp-session.js';

/** How an engine words an error: its code, and what must stand in its text. */
export interface EngineSays {
  readonly code: number | string;
  readonly says: RegExp;
}

/** A real difference between engines, stated once; all else is the same for every engine behind the port. */
export interface EngineUnderTest {
  /** As test titles show it, with the way to it: `the embedded engine over stdio`. */
  readonly name: string;
  /**
   * Opens a session with a server on this engine.
   * @param client the session's client; a plain one of the era when left out
   */
  open(era: Era, env?: SettingsEnv, client?: Client): Promise<McpSession>;
  /** Eras in which the transport lets the server ask a person; both when left out. */
  readonly asksIn?: readonly Era[];
  /** Called after the last test with a session that is closed: nothing may be left of it. */
  afterAll?(): Promise<void>;
  /** What `connection_info` says about the driver. */
  readonly driver: string;
  readonly engineVersion: RegExp;
  /** Arguments every call needs: the database, and the login where the default one does not do. */
  readonly login: { readonly database: string } & Readonly<Record<string, unknown>>;
  /** The login with its password; the user's name stands in `loginText`. */
  readonly password: string;
  readonly loginText: () => string;
  /** False on a server that others use: there nothing may be saved, and what needs it is skipped with the reason. */
  readonly saves: boolean;
  /** The sample shop with its users, serial and graph; false where only what a call makes itself can be relied on. */
  readonly sample: boolean;
  /** What TRUE is: an engine without booleans says 1. */
  readonly yes: true | 1;
  /** Statement kind of CREATE TABLE and DROP TABLE. */
  readonly kinds: { readonly createTable: string; readonly dropTable: string };
  /** What stands in front of the engine's own words in the error of a call, `DuckDB error ` or `CoraDB error `. */
  readonly errorPrefix: string;
  /** Whether an error may hold the whole statement; others cut it themselves. */
  readonly repeatsSql: boolean;
  readonly errors: {
    readonly syntax: EngineSays;
    readonly unknownTable: EngineSays;
    readonly unknownColumn: EngineSays;
    readonly duplicateKey: EngineSays;
    readonly wrongPassword: EngineSays;
    readonly unknownDatabase: EngineSays;
  };
  /** A table or view that is there, in capital letters, with lines of its description. */
  readonly object: {
    readonly name: string;
    readonly column: string;
    readonly lines: readonly (string | RegExp)[];
  };
  /** A query of one INTEGER column `id` with the values 1 to `rows` in order, more than a page and than one FETCH. */
  readonly series: { readonly sql: string; readonly rows: number };
  /** A query that runs far longer than any test waits. */
  readonly endless: string;
}
