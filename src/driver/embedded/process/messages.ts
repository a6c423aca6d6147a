import type { Column, ExecuteOptions, StatementKind } from '../../driver.js';
import type { Parameter } from '../../value.js';
import type { ErrorMessage } from './error-message.js';
import type { PackedRows } from './packed-rows.js';

/**
 * What this process asks of the engine's. Connections and statements are named by numbers that this side gives, so
 * that a request need not wait for the reply to the one before it.
 */
export interface EngineRequests {
  open: {
    readonly asks: {
      readonly connection: number;
      readonly database: string;
      readonly readOnly: boolean;
    };
    readonly gives: null;
  };
  prepare: {
    readonly asks: OnConnection & Limited & { readonly statement: number; readonly sql: string };
    readonly gives: Compiled;
  };
  plan: { readonly asks: OnConnection & Limited & { readonly sql: string }; readonly gives: string };
  execute: {
    readonly asks: OnStatement & ExecuteOptions & { readonly params: readonly Parameter[] };
    readonly gives: Executed;
  };
  read: { readonly asks: OnStatement & Limited & { readonly count: number }; readonly gives: Batch };
  countRows: { readonly asks: OnStatement & Limited; readonly gives: number };
  /** `CommittedMessage` says that the commit itself is done. */
  commit: { readonly asks: OnConnection & Limited; readonly gives: null };
  rollback: { readonly asks: OnConnection & Limited; readonly gives: null };
  close: { readonly asks: OnConnection & Limited; readonly gives: null };
  dispose: { readonly asks: object; readonly gives: null };
}

/** What is sent without waiting for an answer. */
export interface EngineNotices {
  cancel: OnConnection;
  free: OnStatement;
}

interface OnConnection {
  readonly connection: number;
}

interface OnStatement extends OnConnection {
  readonly statement: number;
}

interface Limited {
  /** Limit of the request, in ms; 0 for none. */
  readonly timeoutMs: number;
}

export type Operation = keyof EngineRequests;
export type Asks<O extends Operation> = EngineRequests[O]['asks'];
export type Gives<O extends Operation> = EngineRequests[O]['gives'];

export type RequestMessage = {
  readonly [O in Operation]: { readonly id: number; readonly operation: O; readonly asks: Asks<O> };
}[Operation];
export type NoticeMessage = {
  readonly [N in keyof EngineNotices]: { readonly notice: N; readonly about: EngineNotices[N] };
}[keyof EngineNotices];

export interface Compiled {
  readonly kind: StatementKind;
  readonly parameterCount: number;
  readonly columns: readonly Column[];
}

export interface Executed {
  readonly affectedRows?: number;
  /** As they are known after the statement has run; only with a result set. */
  readonly columns?: readonly Column[];
  /** The first rows of the result set, which save a small call a round trip; an error belongs to their reading. */
  readonly first?: Batch | { readonly error: ErrorMessage };
}

export interface Batch {
  readonly rows: PackedRows;
  /** Rows of the whole result, with the last batch only. */
  readonly total?: number;
}

/** The first message of the engine's process. */
export interface HelloMessage {
  readonly hello: { readonly engineVersion: string } | { readonly error: ErrorMessage };
}

/** The commit of this request is done and safe; what follows (a checkpoint) may still fail or be killed. */
export interface CommittedMessage {
  readonly committed: number;
}

export type ReplyMessage = { readonly id: number } & (
  { readonly gives: Gives<Operation> } | { readonly error: ErrorMessage }
);
export type MessageOfEngine = HelloMessage | CommittedMessage | ReplyMessage;
