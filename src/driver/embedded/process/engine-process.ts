import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { DriverError } from '../../driver-errors.js';
import type { EngineArguments } from './child/main.js';
import { fromErrorMessage } from './error-message.js';
import { FramePipe } from './frame-pipe.js';
import type {
  Asks,
  EngineNotices,
  Gives,
  HelloMessage,
  MessageOfEngine,
  NoticeMessage,
  Operation,
  RequestMessage,
} from './messages.js';
import {
  endedError,
  unverifiedCommit,
  type Bystander,
  type EndCause,
  type ProcessEnd,
} from './process-end.js';
import { residentBytes } from './resident-memory.js';

/** How long a statement may go on after its time limit or a cancel before the process is killed, in ms. */
const KILL_GRACE_MS = 900;

/** Between two looks at the memory of the process, while a statement runs and otherwise, in ms. */
const WATCH_BUSY_MS = 10;
const WATCH_IDLE_MS = 250;

/** Longest wait for the databases to be closed, in ms. */
const DISPOSE_MS = 3_000;

/** Statements that can be at work at once: each holds a thread of the pool while it is compiled or run. */
const POOL_THREADS = 64;

/** Also where this file runs from its source, as in tests: the process runs the build. */
const ENTRY = fileURLToPath(
  new URL('../../../../dist/driver/embedded/process/child/main.js', import.meta.url),
);

/** All of the environment that the engine gets: the server's holds secrets. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'SystemRoot', 'TEMP'];

const MEGABYTE = 1_048_576;

export interface EngineOptions extends EngineArguments {
  /** Resident memory of the process at which it is killed, in MB. */
  readonly processMemoryMb: number;
}

/** What a request is about, for the error of a process that ends meanwhile. */
export interface RequestContext {
  readonly connection?: number;
  readonly sql?: string;
  /** Limit of the request, in ms; 0 for none. */
  readonly timeoutMs: number;
  /** Of a commit: whether the files are as they were before it was sent. Asked when the process has ended. */
  readonly isUnwritten?: () => boolean;
}

interface Pending extends RequestContext {
  readonly operation: Operation;
  readonly resolve: (gives: Gives<Operation>) => void;
  readonly reject: (error: Error) => void;
  committed: boolean;
  timer?: NodeJS.Timeout;
}

/** One process of the engine, from its start to its end. It is killed when a statement or its memory gets out of hand. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #pipe: FramePipe;
  readonly #socket: Duplex & { ref?(): void; unref?(): void };
  readonly #pending = new Map<number, Pending>();
  #watch: NodeJS.Timeout | undefined;
  #lastId = 0;
  #end: ProcessEnd | undefined;
  #failure: Error | undefined;
  #said = '';
  engineVersion = '';
  /** Whether it has ever committed, so that something may be lost with it. */
  hasCommitted = false;
  /** When the system has freed everything, locks on files too. */
  readonly exited: Promise<void>;

  /** @param onEnd called once, when the process must not be used any more */
  constructor(
    private readonly options: EngineOptions,
    private readonly onEnd: (end: ProcessEnd) => void,
  ) {
    const { processMemoryMb: _, ...args } = options;
    const env = Object.fromEntries(PASSED_ON.flatMap((name) => environmentOf(name)));
    this.#child = spawn(process.execPath, [ENTRY, JSON.stringify(args)], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: { ...env, UV_THREADPOOL_SIZE: String(POOL_THREADS) },
      windowsHide: true,
    });
    this.#socket = this.#child.stdio[3] as Duplex;
    this.#pipe = new FramePipe(this.#socket, (message) => this.#take(message as MessageOfEngine));
    this.#socket.on('error', () => undefined);
    this.#child.stderr?.on('data', (text: Buffer) => (this.#said = `${this.#said}${text}`.slice(-2_000)));
    this.exited = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        this.#ended({ kind: 'crash', how: error.message });
        resolve();
      });
      this.#child.once('exit', (code, signal) => {
        this.#ended({ kind: 'crash', how: signal ?? `code ${code}` });
        resolve();
        this.#settleCommits();
      });
    });
    this.#child.unref();
    this.#socket.unref?.();
    (this.#child.stderr as { unref?(): void } | null)?.unref?.();
    this.#watchMemory();
  }

  get isOver(): boolean {
    return this.#end !== undefined || this.#failure !== undefined;
  }

  /** @throws what the engine's process says, or EngineEndedError when it ends first */
  request<O extends Operation>(operation: O, asks: Asks<O>, context: RequestContext): Promise<Gives<O>> {
    const { connection, timeoutMs } = context;
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#end !== undefined) {
      return Promise.reject(endedError(this.#end, { connection, sql: undefined }));
    }
    const id = ++this.#lastId;
    return new Promise<Gives<O>>((resolve, reject) => {
      const pending: Pending = {
        ...context,
        operation,
        resolve: resolve as Pending['resolve'],
        reject,
        committed: false,
      };
      if (this.#pending.size === 0) this.#busy();
      this.#pending.set(id, pending);
      if (timeoutMs > 0) {
        const after = `${KILL_GRACE_MS} ms after its time limit of ${timeoutMs} ms`;
        pending.timer = setTimeout(
          () => this.kill({ kind: 'time', connection, after }),
          timeoutMs + KILL_GRACE_MS,
        );
      }
      this.#pipe.send({ id, operation, asks } as RequestMessage);
    });
  }

  notify<N extends keyof EngineNotices>(notice: N, about: EngineNotices[N]): void {
    if (!this.isOver) this.#pipe.send({ notice, about } as NoticeMessage);
  }

  /** Kills the process unless what runs on the connection ends within the grace. */
  stopsWithinGrace(connection: number): void {
    const after = `${KILL_GRACE_MS} ms after it was told to stop`;
    for (const pending of this.#pending.values()) {
      if (pending.connection !== connection) continue;
      clearTimeout(pending.timer);
      pending.timer = setTimeout(() => this.kill({ kind: 'time', connection, after }), KILL_GRACE_MS);
    }
  }

  kill(cause: EndCause): void {
    // Its end is waited for: without this the program could end first.
    this.#child.ref();
    this.#child.kill('SIGKILL');
    this.#ended(cause);
  }

  /** Closes the databases in order, and ends the process whether that succeeds or not. */
  async dispose(): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (late = setTimeout(resolve, DISPOSE_MS)));
    const closed = this.request('dispose', {}, { timeoutMs: 0 }).catch(() => undefined);
    await Promise.race([closed, limit]);
    clearTimeout(late);
    this.kill({ kind: 'disposed' });
    await this.exited;
  }

  #take(message: MessageOfEngine): void {
    if ('hello' in message) return this.#greet(message);
    if ('committed' in message) {
      const pending = this.#pending.get(message.committed);
      if (pending !== undefined) pending.committed = true;
      return;
    }
    const pending = this.#remove(message.id);
    if (pending === undefined) return;
    if ('error' in message) pending.reject(fromErrorMessage(message.error));
    else {
      if (pending.operation === 'commit') this.hasCommitted = true;
      pending.resolve(message.gives);
    }
  }

  #greet({ hello }: HelloMessage): void {
    if ('engineVersion' in hello) {
      this.engineVersion = hello.engineVersion;
      return;
    }
    this.#failure = new DriverError(`The embedded engine cannot be loaded: ${hello.error.message}`, {
      hint: 'Install its library again: npm install @duckdb/node-api.',
    });
    this.kill({ kind: 'crash', how: 'its library could not be loaded' });
  }

  #remove(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    clearTimeout(pending.timer);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#socket.unref?.();
    return pending;
  }

  #busy(): void {
    this.#socket.ref?.();
    clearTimeout(this.#watch);
    this.#watchMemory();
  }

  #watchMemory(): void {
    if (this.isOver) return;
    const wait = this.#pending.size > 0 ? WATCH_BUSY_MS : WATCH_IDLE_MS;
    const watch = setTimeout(async () => {
      const bytes = await residentBytes(this.#child.pid ?? 0);
      const usedMb = Math.ceil((bytes ?? 0) / MEGABYTE);
      const limitMb = this.options.processMemoryMb;
      if (usedMb > limitMb) this.kill({ kind: 'memory', usedMb, limitMb });
      else if (this.#watch === watch) this.#watchMemory();
    }, wait);
    this.#watch = watch;
    watch.unref();
  }

  #ended(cause: EndCause): void {
    if (this.#end !== undefined) return;
    clearTimeout(this.#watch);
    if (this.engineVersion === '' && cause.kind === 'crash') {
      this.#failure ??= new DriverError(
        `The process of the embedded engine could not be started: ${cause.how}`,
        {
          ...(this.#said !== '' && { cause: this.#said }),
        },
      );
    }
    const running = [...this.#pending.values()].filter(({ sql }) => sql !== undefined).map(bystander);
    this.#end = { cause, running, inMemory: this.options.directory === undefined };
    for (const [id, pending] of this.#pending) {
      if (pending.isUnwritten !== undefined) continue;
      this.#remove(id);
      pending.reject(this.#failure ?? endedError(this.#end, bystander(pending)));
    }
    this.onEnd(this.#end);
  }

  /** What became of a commit that had been sent can be seen when nothing writes any more. */
  #settleCommits(): void {
    const end = this.#end;
    if (end === undefined) return;
    for (const [id, pending] of this.#pending) {
      this.#remove(id);
      if (pending.committed) pending.resolve(null);
      else if (end.inMemory || pending.isUnwritten?.() === true)
        pending.reject(endedError(end, bystander(pending)));
      else pending.reject(unverifiedCommit(end));
    }
  }
}

function bystander({ connection, sql }: RequestContext): Bystander {
  return { connection, sql };
}

function environmentOf(name: string): readonly (readonly [string, string])[] {
  const value = process.env[name];
  return value === undefined ? [] : [[name, value]];
}
