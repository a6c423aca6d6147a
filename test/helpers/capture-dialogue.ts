import type { WireContext } from '../../src/driver/coradb/wire/codec/wire-context.js';
import { FrameReader } from '../../src/driver/coradb/wire/framing.js';
import { decodeExecuteArray, decodeExecuteBatch } from '../../src/driver/coradb/wire/messages/batch.js';
import { decodeCloseStatement } from '../../src/driver/coradb/wire/messages/close-statement.js';
import {
  decodeCasChangeMode,
  decodeCheckCas,
  decodeConClose,
  decodeEndSession,
} from '../../src/driver/coradb/wire/messages/connection.js';
import { decodeCursor, decodeCursorClose } from '../../src/driver/coradb/wire/messages/cursor.js';
import {
  decodeGetDatabaseParameter,
  decodeSetDatabaseParameter,
} from '../../src/driver/coradb/wire/messages/database-parameter.js';
import { decodeDatabaseVersion } from '../../src/driver/coradb/wire/messages/database-version.js';
import { decodeEndTran } from '../../src/driver/coradb/wire/messages/end-tran.js';
import { decodeExecute } from '../../src/driver/coradb/wire/messages/execute.js';
import { decodeFetch } from '../../src/driver/coradb/wire/messages/fetch.js';
import {
  decodeGeneratedKeys,
  decodeLastInsertId,
  decodeRowCount,
} from '../../src/driver/coradb/wire/messages/generated-keys.js';
import { decodeLobNew, decodeLobRead, decodeLobWrite } from '../../src/driver/coradb/wire/messages/lob.js';
import { decodeNextResult } from '../../src/driver/coradb/wire/messages/next-result.js';
import { decodePrepareAndExecute } from '../../src/driver/coradb/wire/messages/prepare-and-execute.js';
import { decodePrepare, type StatementDescription } from '../../src/driver/coradb/wire/messages/prepare.js';
import { decodePlan } from '../../src/driver/coradb/wire/messages/query-info.js';
import { decodeSavepoint } from '../../src/driver/coradb/wire/messages/savepoint.js';
import { decodeSchemaInfo } from '../../src/driver/coradb/wire/messages/schema-info.js';
import { type Capture, type Exchange, fromHex, splitRequest } from './captures.js';

export const CAPTURE_CONTEXT: WireContext = { protocolVersion: 12, charset: 'utf-8' };

type Decode = (body: Buffer) => unknown;

/** One answered request of a capture with the decoder the driver would use for it. */
export interface Step {
  readonly exchange: Exchange;
  readonly code: number;
  readonly handle: number;
  readonly body: Buffer;
  readonly decode: Decode;
  /** What `decode` gave for the captured body, or the error it threw. */
  readonly reply?: unknown;
  readonly error?: Error & { readonly code?: number | string; readonly engineMessage?: string };
}

type Statement = Pick<StatementDescription, 'columns' | 'statementType'>;
type Handles = Map<number, Statement>;
const UNKNOWN: Statement = { columns: [], statementType: 21 };

/** Decodes every answered request on a CAS connection, in order, keeping track of handles as a session would. */
export function decodeDialogue(capture: Capture): Step[] {
  const connections = new Map<string, Handles>();
  const steps: Step[] = [];
  for (const exchange of capture.exchanges) {
    if (exchange.socket !== undefined || !exchange.request || !exchange.response) continue;
    const key = exchange.connection ?? 'A';
    const handles = connections.get(key) ?? new Map<number, Statement>();
    connections.set(key, handles);
    steps.push(decodeStep(exchange, handles));
  }
  return steps;
}

function decodeStep(exchange: Exchange, handles: Handles): Step {
  const { code, args } = splitRequest(fromHex(exchange.request ?? ''));
  const [frame] = new FrameReader().push(fromHex(exchange.response ?? ''));
  if (frame === undefined) throw new Error('a captured response is no frame');
  const handle = args[0]?.length === 4 ? args[0].readInt32BE(0) : 0;
  const decode = decoderFor(code, args, handles.get(handle) ?? UNKNOWN);
  const step = { exchange, code, handle, body: frame.body, decode };
  try {
    const reply = decode(frame.body);
    remember(code, handle, reply, handles);
    return { ...step, reply };
  } catch (error) {
    return { ...step, error: error as Error };
  }
}

const SIMPLE: Readonly<Record<number, (body: Buffer, context: WireContext) => unknown>> = {
  1: decodeEndTran,
  2: decodePrepare,
  4: decodeGetDatabaseParameter,
  5: decodeSetDatabaseParameter,
  6: decodeCloseStatement,
  7: decodeCursor,
  9: decodeSchemaInfo,
  15: decodeDatabaseVersion,
  19: decodeNextResult,
  20: decodeExecuteBatch,
  21: decodeExecuteArray,
  24: decodePlan,
  26: decodeSavepoint,
  31: decodeConClose,
  32: decodeCheckCas,
  34: decodeGeneratedKeys,
  35: decodeLobNew,
  36: decodeLobWrite,
  37: decodeLobRead,
  38: decodeEndSession,
  39: decodeRowCount,
  40: decodeLastInsertId,
  41: decodePrepareAndExecute,
  42: decodeCursorClose,
  44: decodeCasChangeMode,
};

function decoderFor(code: number, args: readonly Buffer[], statement: Statement): Decode {
  if (code === 3) {
    const fetchInline = args[5]?.[0] === 1;
    return (body) => decodeExecute(body, { ...CAPTURE_CONTEXT, ...statement, fetchInline });
  }
  if (code === 8) return (body) => decodeFetch(body, { ...CAPTURE_CONTEXT, ...statement });
  const decode = SIMPLE[code] ?? decodeEndTran;
  return (body) => decode(body, CAPTURE_CONTEXT);
}

function remember(code: number, handle: number, reply: unknown, handles: Handles): void {
  if (code === 2 || code === 9) {
    const prepared = reply as Statement & { handle: number };
    handles.set(prepared.handle, { columns: prepared.columns, statementType: prepared.statementType ?? 21 });
  }
  if (code === 3) {
    const { description } = reply as { description?: Statement };
    if (description !== undefined) handles.set(handle, description);
  }
  if (code === 19) handles.set(handle, reply as Statement);
}
