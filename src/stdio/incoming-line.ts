import { JSONRPCMessageSchema } from '@modelcontextprotocol/core';
import { ProtocolErrorCode, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/server';
import { parseMessage } from '../execution/exact-numbers.js';
import { withoutNullMembers } from '../mcp/null-members.js';
import type { UnreadLine } from './line-reader.js';

/** An error that answers a line; `id` is null where the line named none that can be repeated (JSON-RPC 2.0 §5). */
export interface LineRefusal {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** What a line of stdin holds. `because` is for the log and never repeats the line, which may hold a password. */
export type IncomingLine =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | { readonly kind: 'refused'; readonly replies: readonly LineRefusal[]; readonly because: string };

/** Reads a line of stdin. @returns undefined for an empty one */
export function readLine(line: string): IncomingLine | undefined {
  // Takes a byte order mark off too.
  const text = line.trim();
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = parseMessage(text);
  } catch {
    return refused(null, ProtocolErrorCode.ParseError, NO_JSON);
  }
  return Array.isArray(value) ? readBatch(value) : readMessage(value);
}

/** The refusal of a line that was not read. @param maxBytes longest line that is */
export function unread(why: UnreadLine, maxBytes: number): IncomingLine {
  if (why === 'not UTF-8') return refused(null, ProtocolErrorCode.ParseError, NO_UTF8);
  const message = `Invalid Request: the line is longer than ${maxBytes} bytes`;
  return refused(null, ProtocolErrorCode.InvalidRequest, message);
}

const NO_UTF8 = 'Parse error: the line is not UTF-8';
const NO_JSON = 'Parse error: the line is no JSON; a message is one JSON object on one line';
const NO_BATCHES = 'Invalid Request: batches are not supported; send each message on a line of its own';

/** MCP has no batches since 2025-06-18; each request in one still gets its answer. */
function readBatch(values: readonly unknown[]): IncomingLine {
  const ids = values.flatMap((value) => idOf(value) ?? []);
  const replies = (ids.length > 0 ? ids : [null]).map((id) =>
    refusal(id, ProtocolErrorCode.InvalidRequest, NO_BATCHES),
  );
  return { kind: 'refused', replies, because: NO_BATCHES };
}

function readMessage(value: unknown): IncomingLine {
  const message = JSONRPCMessageSchema.safeParse(knownMembers(value));
  if (message.success) return { kind: 'message', message: message.data };
  return refused(idOf(value) ?? null, ProtocolErrorCode.InvalidRequest, `Invalid Request: ${misfit(value)}`);
}

/** A request with the members that JSON-RPC gives one; others say nothing. A notification may say that its id is null. */
function knownMembers(value: unknown): unknown {
  if (!isObject(value) || typeof value.method !== 'string') return value;
  const { jsonrpc, id, method, params } = value;
  const isNotification = id === undefined || (id === null && method.startsWith('notifications/'));
  return withoutNullMembers({ jsonrpc, ...(!isNotification && { id }), method, params });
}

/** What of a message that the protocol does not know is wrong, for a person to read. */
function misfit(value: unknown): string {
  if (!isObject(value)) return 'a message is a JSON object';
  if (value.jsonrpc !== '2.0') return '"jsonrpc" must be "2.0"';
  if ('id' in value && idOf(value) === undefined) return '"id" must be text or a whole number';
  if ('method' in value && typeof value.method !== 'string') return '"method" must be text';
  if ('method' in value && value.params !== undefined && !isObject(value.params)) {
    return '"params" must be an object';
  }
  return 'method' in value
    ? 'what stands in "params" does not fit the protocol'
    : 'a message has a "method", or answers one with "result" or "error"';
}

function idOf(value: unknown): RequestId | undefined {
  const id = isObject(value) ? value.id : undefined;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined;
}

function refused(id: RequestId | null, code: number, message: string): IncomingLine {
  return { kind: 'refused', replies: [refusal(id, code, message)], because: message };
}

function refusal(id: RequestId | null, code: number, message: string): LineRefusal {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
