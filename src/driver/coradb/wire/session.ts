import type { Socket } from 'node:net';
import type { BrokerAddress } from '../../../address/broker-address.js';
import { BrokerError, ConnectionLostError, DriverError, EngineError } from '../../driver-errors.js';
import { connectionLost, describeFailure, type FailurePlace, placed, reasonOf } from './broker-failure.js';
import { type CancelOutcome, sendCancel } from './broker-port.js';
import type { WireContext } from './codec/column-type.js';
import { ChannelLost, FrameChannel } from './frame-channel.js';
import { encodeRequest, type Frame, FunctionCode } from './framing.js';
import { decodeDatabaseVersion, encodeDatabaseVersion, NO_ARGUMENTS } from './messages/connection.js';
import type { OpenDatabaseReply } from './messages/open-database.js';

/**
 * - `connecting`: the open-database block and the requests right after it
 * - `idle`: a request may be sent
 * - `busy`: one request is out, its reply has not arrived
 * - `cancelling`: as `busy`, and a cancel message was sent for it
 * - `broken`: the stream is lost or out of step; nothing is sent any more
 * - `closed`: closed by us
 */
export type SessionState = 'connecting' | 'idle' | 'busy' | 'cancelling' | 'broken' | 'closed';

export type SessionEvent = 'opened' | 'sent' | 'cancelled' | 'answered' | 'failed' | 'closed';

/** What may happen in each state, and where it leads. `broken` and `closed` are never left for a live state. */
const TRANSITIONS: Readonly<Record<SessionState, Partial<Record<SessionEvent, SessionState>>>> = {
  connecting: { opened: 'idle', failed: 'broken', closed: 'closed' },
  idle: { sent: 'busy', failed: 'broken', closed: 'closed' },
  busy: { answered: 'idle', cancelled: 'cancelling', failed: 'broken', closed: 'closed' },
  cancelling: { answered: 'idle', cancelled: 'cancelling', failed: 'broken', closed: 'closed' },
  // The server may close right behind a reply (cas-protocol §3.6); the reply counts all the same.
  broken: { answered: 'broken', failed: 'broken', closed: 'closed' },
  closed: { answered: 'closed', failed: 'closed', closed: 'closed' },
};

/**
 * The state after an event.
 * @throws DriverError when the event cannot happen in this state, such as a second request while one runs
 */
export function nextState(state: SessionState, event: SessionEvent): SessionState {
  const next = TRANSITIONS[state][event];
  if (next !== undefined) return next;
  throw new DriverError(`A connection to CoraDB that is ${state} cannot take the event "${event}".`);
}

/** True in the states in which a request is under way on the server. */
export function isRunning(state: SessionState): boolean {
  return state === 'busy' || state === 'cancelling';
}

/** One request: what to send, and how to read the reply. */
export interface SessionRequest<T> {
  /** Name of the step in errors: `prepare`, `execute`, `commit`, … */
  readonly step: string;
  readonly functionCode: number;
  readonly args: Buffer;
  readonly decode: (body: Buffer, context: WireContext) => T;
  /** `cancel` and an expired limit may interrupt it on the server. False where that is unsafe, as for END_TRAN. */
  readonly cancellable: boolean;
}

export interface SessionOptions {
  /** The broker's own address, for messages and for cancelling. */
  readonly address: BrokerAddress;
  /** Local TCP port of the connection. */
  readonly localPort: number;
  /** What is known before the server has said anything. */
  readonly context: WireContext;
}

type Running = Pick<SessionRequest<unknown>, 'step' | 'cancellable'>;

/** Node's timers take no longer delay, in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Code of the engine for an interrupted statement. */
const INTERRUPTED = -4;

/** CAS info to echo before any was received; the server does not look at it (cas-protocol §3.2). */
const FIRST_CAS_INFO = Buffer.from('01ffffff', 'hex');

/**
 * The dialogue with one CAS: one request at a time, each with its own limit, CAS info echoed (cas-protocol §3).
 * A framing error, a short or unasked-for reply, a time-out or a lost socket leaves it `broken` for good.
 */
export class BrokerSession {
  readonly #channel: FrameChannel;
  readonly #options: SessionOptions;
  #state: SessionState = 'connecting';
  #casInfo = FIRST_CAS_INFO;
  #context: WireContext;
  #processId = 0;
  #running: Running | undefined;
  #cancelling: Promise<void> | undefined;
  /** Aborted when the running request has its reply: a cancel message not yet sent must stay away. */
  #unwanted = new AbortController();
  /** A cancel came too late for its request and now makes the next one deaf to cancels (cas-protocol §7.1). */
  #lateCancel = false;

  constructor(socket: Socket, options: SessionOptions) {
    this.#channel = new FrameChannel(socket, () => this.#advance('failed'));
    this.#options = options;
    this.#context = options.context;
  }

  get state(): SessionState {
    return this.#state;
  }

  get address(): BrokerAddress {
    return this.#options.address;
  }

  /** The worker ended the connection between two replies. */
  get hungUp(): boolean {
    return this.#channel.hungUp;
  }

  /** How messages are written and read; may be replaced when the server shows its charset. */
  get context(): WireContext {
    return this.#context;
  }

  set context(context: WireContext) {
    this.#context = context;
  }

  /**
   * Sends the open-database block, wipes it, and reads the reply. It has no limit of its own: the caller destroys
   * the session when the time for connecting is over.
   * @throws EngineError wrong login; BrokerError refused; ConnectionLostError
   */
  async open(block: Buffer, decode: (body: Buffer) => OpenDatabaseReply): Promise<void> {
    const running = { step: 'open database', cancellable: false };
    const frame = await this.#exchange(block, running, 0, () => block.fill(0));
    const reply = this.#decode(running.step, () => decode(frame.body));
    this.#processId = reply.processId;
    this.#context = { ...this.#context, protocolVersion: reply.protocolVersion };
    this.#advance('opened');
  }

  /**
   * Sends a request and reads its reply.
   * @param timeoutMs limit in ms, 0 for none; past it the connection is broken
   * @throws EngineError | BrokerError; ConnectionLostError when the reply did not come or made no sense
   */
  async request<T>(request: SessionRequest<T>, timeoutMs: number): Promise<T> {
    const lossReason = this.#channel.lossReason;
    if (lossReason !== undefined) {
      throw new BrokerError(placed(this.#place(request.step), `nothing was sent: ${lossReason} before`));
    }
    if (this.#lateCancel) await this.#absorbLateCancel(timeoutMs);
    return this.#run(request, timeoutMs);
  }

  /**
   * Interrupts the running request from a second socket. Does nothing when none runs: a cancel between requests
   * would hit the wrong one. Never throws.
   */
  async cancel(): Promise<void> {
    const target = this.#running;
    if (!isRunning(this.#state) || target?.cancellable !== true) return;
    if (this.#cancelling === undefined) {
      this.#advance('cancelled');
      this.#cancelling = this.#sendCancel(this.#unwanted.signal).then((outcome) => {
        // Until the statement ends as interrupted, the message counts as one that came too late.
        if (outcome !== 'dropped') this.#lateCancel = true;
        // Still running: a later cancel may try again.
        if (this.#running === target) this.#cancelling = undefined;
      });
    }
    await this.#cancelling;
  }

  /** Says CON_CLOSE when nothing runs and waits for the end of the socket, all within `timeoutMs`. Never throws. */
  async close(timeoutMs: number): Promise<void> {
    if (this.#state !== 'idle') return this.destroy();
    const start = performance.now();
    const request = {
      step: 'close',
      functionCode: FunctionCode.CON_CLOSE,
      args: NO_ARGUMENTS,
      cancellable: false,
    };
    await this.#run({ ...request, decode: () => undefined }, timeoutMs).catch(() => undefined);
    this.#advance('closed');
    await this.#channel.end(Math.max(1, timeoutMs - (performance.now() - start)));
  }

  /** Drops the socket at once. A request under way ends with a `ConnectionLostError` that gives the reason. */
  destroy(reason = 'the connection was dropped'): void {
    this.#advance('closed');
    this.#channel.destroy(reason);
  }

  async #run<T>(request: SessionRequest<T>, timeoutMs: number): Promise<T> {
    this.#advance('sent');
    const bytes = encodeRequest(this.#casInfo, request.functionCode, request.args);
    const frame = await this.#exchange(bytes, request, timeoutMs);
    // A cancel on its way must arrive, or be dropped, before anything else is sent.
    await this.#cancelling;
    this.#cancelling = undefined;
    this.#advance('answered');
    try {
      return this.#decode(request.step, () => request.decode(frame.body, this.#context));
    } catch (error) {
      if (error instanceof EngineError && error.code === INTERRUPTED) this.#lateCancel = false;
      throw error;
    }
  }

  async #exchange(
    bytes: Buffer,
    running: Running,
    timeoutMs: number,
    onWritten?: () => void,
  ): Promise<Frame> {
    this.#running = running;
    this.#unwanted = new AbortController();
    const delay = Math.min(timeoutMs, LONGEST_TIMER_MS);
    const timer = timeoutMs > 0 ? setTimeout(() => this.#expire(running, timeoutMs), delay) : undefined;
    try {
      const frame = await this.#channel.exchange(bytes, onWritten);
      // A copy: a view would keep the whole reply alive.
      this.#casInfo = Buffer.from(frame.casInfo);
      return frame;
    } catch (error) {
      if (error instanceof ChannelLost) throw connectionLost(this.#place(running.step), error.message);
      throw error;
    } finally {
      clearTimeout(timer);
      this.#running = undefined;
      this.#unwanted.abort();
    }
  }

  #decode<T>(step: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof EngineError) throw error;
      if (!(error instanceof BrokerError)) {
        this.#channel.lose('a reply could not be read');
        throw error;
      }
      const failure = describeFailure(this.#place(step), error);
      if (failure instanceof ConnectionLostError) this.#channel.lose(reasonOf(error));
      throw failure;
    }
  }

  /** The caller learns it at once; the statement is stopped on the server before the socket goes. */
  #expire(running: Running, timeoutMs: number): void {
    const stop = running.cancellable ? this.#sendCancel() : undefined;
    this.#channel.lose(`no answer within ${timeoutMs} ms`, stop);
  }

  #sendCancel(unwanted?: AbortSignal): Promise<CancelOutcome> {
    const { address, localPort } = this.#options;
    return sendCancel({ address, processId: this.#processId, localPort }, unwanted);
  }

  /** A request that touches nothing takes the deafness upon itself. */
  async #absorbLateCancel(timeoutMs: number): Promise<void> {
    this.#lateCancel = false;
    await this.#run(
      {
        step: 'cancel',
        functionCode: FunctionCode.GET_DB_VERSION,
        args: encodeDatabaseVersion(false),
        decode: decodeDatabaseVersion,
        cancellable: false,
      },
      timeoutMs,
    );
  }

  #place(step: string): FailurePlace {
    return { address: this.#options.address, step };
  }

  #advance(event: SessionEvent): void {
    this.#state = nextState(this.#state, event);
  }
}
