import { ConnectionLostError } from '../driver-errors.js';
import { interruptedError, toEngineError } from './rules/engine-error-mapping.js';

/**
 * How often an interrupt is repeated until the request ends, in ms. DuckDB clears the flag when a query starts, so an
 * interrupt that arrives while the request still waits for a worker thread would be lost.
 */
const REPEAT_MS = 20;

/** One request, waiting for its turn or under way. */
class Request {
  #stopped = false;
  #repeat: NodeJS.Timeout | undefined;
  #running = false;

  constructor(private readonly interrupt: () => void) {}

  start(): void {
    this.#running = true;
    this.throwIfStopped();
  }

  stop(): void {
    this.#stopped = true;
    if (!this.#running) return;
    this.interrupt();
    this.#repeat ??= setInterval(this.interrupt, REPEAT_MS);
  }

  end(): void {
    this.#running = false;
    clearInterval(this.#repeat);
  }

  throwIfStopped(): void {
    if (this.#stopped) throw interruptedError();
  }
}

/** What the work of a request sees: `throwIfStopped` is called between steps, where DuckDB itself does not notice. */
export type RunningRequest = Pick<Request, 'throwIfStopped'>;

/**
 * Runs the requests of one connection one after the other, each with its own time limit. A stop reaches the requests that
 * were made before it, never a later one.
 */
export class RequestGate {
  readonly #requests = new Set<Request>();
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** @param interrupt sets DuckDB's interrupt flag of the connection; must be safe at any time */
  constructor(private readonly interrupt: () => void) {}

  /**
   * @param timeoutMs limit of this request in ms from now, 0 for none
   * @throws EngineError `Interrupt` when it was stopped, `ConnectionLostError` after `close`
   */
  run<T>(timeoutMs: number, work: (request: RunningRequest) => Promise<T>): Promise<T> {
    if (this.#closed) {
      return Promise.reject(new ConnectionLostError('The connection to the embedded engine is closed.'));
    }
    const request = new Request(this.interrupt);
    this.#requests.add(request);
    const timer = timeoutMs > 0 ? setTimeout(() => request.stop(), timeoutMs) : undefined;
    const result = this.#last.then(() => runNow(request, work));
    this.#last = result
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer);
        this.#requests.delete(request);
      });
    return result;
  }

  /** Stops what runs or waits; does nothing when nothing does. */
  stop(): void {
    for (const request of this.#requests) request.stop();
  }

  /** Refuses further requests and stops the others. @returns when the connection is idle */
  close(): Promise<unknown> {
    this.#closed = true;
    this.stop();
    return this.#last;
  }
}

async function runNow<T>(request: Request, work: (request: RunningRequest) => Promise<T>): Promise<T> {
  try {
    request.start();
    return await work(request);
  } catch (thrown) {
    request.throwIfStopped();
    throw toEngineError(thrown);
  } finally {
    request.end();
  }
}
