import type { WireContext } from '../../src/driver/coradb/wire/codec/column-type.js';
import { FrameReader } from '../../src/driver/coradb/wire/framing.js';
import {
  decodeCloseStatement,
  decodePlan,
  decodePrepare,
  type StatementDescription,
} from '../../src/driver/coradb/wire/messages/prepare.js';
import {
  decodeDatabaseVersion,
  decodeEndTran,
  decodeSetDatabaseParameter,
} from '../../src/driver/coradb/wire/messages/connection.js';
import { openReply } from '../../src/driver/coradb/wire/messages/error-reply.js';
import {
  decodeExecute,
  decodeFetch,
  decodePrepareAndExecute,
} from '../../src/driver/coradb/wire/messages/execute.js';
import { type Capture, type Exchange, fromHex, splitRequest } from './captures.js';

export const CAPTURE_CONTEXT: WireContext = { protocolVersion: 12, charset: 'utf-8' };

type Decode = (body: Buffer) => unknown;

/** One answered request of a capture, with the decoder the driver uses for it. */
export interface Step {
  readonly exchange: Exchange;
  readonly code: number;
  readonly handle: number;
  readonly body: Buffer;
  /** Absent for functions that the driver never sends: nothing of their replies is read but errors. */
  readonly decode?: Decode;
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
  const decode = decoderFor(code, args, handles.get(handle));
  const step = { exchange, code, handle, body: frame.body, ...(decode && { decode }) };
  try {
    const reply = decode ? decode(frame.body) : void openReply(frame.body, CAPTURE_CONTEXT);
    remember(code, handle, reply, handles);
    return { ...step, reply };
  } catch (error) {
    return { ...step, error: error as Error };
  }
}

/** The functions that the driver sends, without the two that read rows. */
const SIMPLE: Readonly<Record<number, (body: Buffer, context: WireContext) => unknown>> = {
  1: decodeEndTran,
  2: decodePrepare,
  5: decodeSetDatabaseParameter,
  6: decodeCloseStatement,
  15: decodeDatabaseVersion,
  24: decodePlan,
  41: decodePrepareAndExecute,
};

/** Undefined for what the driver never asks for, and for rows of a statement that it knows nothing of. */
function decoderFor(
  code: number,
  args: readonly Buffer[],
  statement: Statement | undefined,
): Decode | undefined {
  if (code === 3) {
    const fetchInline = args[5]?.[0] === 1;
    return (body) => decodeExecute(body, { ...CAPTURE_CONTEXT, ...(statement ?? UNKNOWN), fetchInline });
  }
  if (code === 8) return statement && ((body) => decodeFetch(body, { ...CAPTURE_CONTEXT, ...statement }));
  const decode = SIMPLE[code];
  return decode && ((body) => decode(body, CAPTURE_CONTEXT));
}

function remember(code: number, handle: number, reply: unknown, handles: Handles): void {
  if (code === 2) {
    const prepared = reply as Statement & { handle: number };
    handles.set(prepared.handle, { columns: prepared.columns, statementType: prepared.statementType });
  }
  if (code === 3) {
    const { description } = reply as { description?: Statement };
    if (description !== undefined) handles.set(handle, description);
  }
  // Its rows have other columns from here on, which only the reply names.
  if (code === NEXT_RESULT) handles.delete(handle);
}

const NEXT_RESULT = 19;
