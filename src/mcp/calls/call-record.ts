import type { IncomingMessage } from 'node:http';
import { isInputRequiredResult } from '@modelcontextprotocol/server';
import type { McpContext } from '@rekog/mcp-nest';
import type { CallDocument, Outcome, StopReason } from '../../execution/reply/reply-document.js';
import { callerOf } from './caller-of.js';
import { parseTraceparent, type TraceContext } from './trace-context.js';

/**
 * How a call ended: what became of its transaction, or why there was none. `asked`: with a question to a person;
 * nothing is saved before another call brings the answer.
 */
export type CallOutcome = Outcome | 'refused' | 'failed' | 'asked' | 'done';

/** What is known of a finished call. Holds no SQL text, no value and no password. */
export interface CallRecord {
  /** ISO time. */
  readonly startedAt: string;
  readonly elapsedMs: number;
  /** `tool` or `prompt` with its name, `resource-template` with its URI template. */
  readonly kind: string;
  readonly name: string;
  /** Who called: the token's holder, the host's user, or `local` without authentication. */
  readonly caller: string;
  /** Address of the client; absent over stdio. */
  readonly address?: string;
  /** `user@host:port/database`; the database alone when the call was refused before it logged in. */
  readonly login?: string;
  readonly database?: string;
  /** Kinds of the statements as the engine compiled them, `?` for those it did not see. */
  readonly statementKinds: readonly string[];
  readonly outcome: CallOutcome;
  readonly stopped?: StopReason;
  /** The layer that said no, and its code. */
  readonly errorLayer?: string;
  readonly errorCode?: number | string;
  /** Rows returned. */
  readonly rows: number;
  readonly affectedRows: number;
  /** What another engine changed, made or dropped, or may have (`outcome` is `unknown`), by name; nothing for SQL. */
  readonly changed: readonly string[];
  readonly trace?: TraceContext;
}

export interface CallStart {
  readonly kind: string;
  readonly name: string;
  readonly payload: unknown;
  readonly context: McpContext;
  /** Address of the client; undefined over stdio. */
  readonly address?: string;
  /** From `performance.now()`. */
  readonly startedAt: number;
}

/** Sums up a call from its arguments and its result; `result` is undefined when it threw. */
export function callRecord(start: CallStart, result: unknown): CallRecord {
  const document = documentOf(result);
  const request = start.context.getRawRequest<CalledRequest>();
  const statements = document?.statements ?? [];
  const elapsedMs = performance.now() - start.startedAt;
  const asked = (start.payload ?? {}) as { readonly database?: unknown };
  const database = document?.database ?? nameAsked(asked.database);
  const trace = traceOf(start.context, request);
  return {
    startedAt: new Date(Date.now() - elapsedMs).toISOString(),
    elapsedMs: Math.round(elapsedMs),
    kind: start.kind,
    name: start.name,
    caller: callerOf(start.context),
    ...(start.address !== undefined && { address: start.address }),
    ...(document?.login !== undefined && { login: document.login }),
    ...(database !== undefined && { database }),
    statementKinds: [...statements.map(({ type }) => type ?? '?'), ...omittedKinds(document)],
    outcome: outcomeOf(result, document),
    ...(document?.stopped !== undefined && { stopped: document.stopped }),
    ...(document?.error !== undefined && { errorLayer: document.error.layer }),
    ...(document?.error?.code !== undefined && { errorCode: document.error.code }),
    rows: statements.reduce((sum, { rows }) => sum + (rows?.length ?? 0), document?.rows?.length ?? 0),
    affectedRows: statements.reduce(
      (sum, { affectedRows }) => sum + (affectedRows ?? 0),
      (document?.affectedRows ?? 0) + (document?.statementsOmitted?.affectedRows ?? 0),
    ),
    changed: [...new Set([...(document?.changed ?? []), ...(document?.mayHaveChanged ?? [])])],
    ...(trace && { trace }),
  };
}

/** `user:password@host`, `user/password@host`, a connection URL: what is refused as a name may hold a password. */
function nameAsked(database: unknown): string | undefined {
  return typeof database === 'string' && !/[:/]/.test(database) ? database : undefined;
}

type CalledRequest = Partial<IncomingMessage>;

/** The tools of another engine name their database and have rows of their own. */
type CalledDocument = Partial<CallDocument> & {
  readonly database?: string;
  readonly rows?: readonly unknown[];
  readonly affectedRows?: number;
  readonly changed?: readonly string[];
  readonly mayHaveChanged?: readonly string[];
  /** `unknown` where a definition may have been carried out. */
  readonly outcome?: 'unknown';
};

function documentOf(result: unknown): CalledDocument | undefined {
  const content = (result as { readonly structuredContent?: unknown } | null | undefined)?.structuredContent;
  return typeof content === 'object' && content !== null ? content : undefined;
}

function omittedKinds(document: CalledDocument | undefined): readonly string[] {
  const kinds = Object.entries(document?.statementsOmitted?.kinds ?? {});
  return kinds.flatMap(([kind, count]) => Array<string>(count).fill(kind));
}

function outcomeOf(result: unknown, document: CalledDocument | undefined): CallOutcome {
  if (isInputRequiredResult(result)) return 'asked';
  if (document?.transaction) return document.transaction;
  if (document?.outcome) return document.outcome;
  const layer = document?.error?.layer;
  if (layer === 'input' || layer === 'guard') return document?.stopped === undefined ? 'refused' : 'failed';
  return layer !== undefined || result === undefined ? 'failed' : 'done';
}

function traceOf(context: McpContext, request: CalledRequest | undefined): TraceContext | undefined {
  const { traceparent } = context.getTraceContext();
  return parseTraceparent(traceparent) ?? parseTraceparent(request?.headers?.traceparent);
}
