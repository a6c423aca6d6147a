import { ConnectionLostError } from '../driver-errors.js';
import { interruptedError, toEngineError } from './engine-error-mapping.js';

/**
 * How often an interrupt is repeated until the request ends, in ms. DuckDB clears the flag when a query starts, so an
 * interrupt that arrives while the request still waits for a worker thread would be lost.
 */
const REPEAT_MS = 20;

/** One request under way. `throwIfStopped` is called between steps, where DuckDB itself does not notice. */
export interface RunningRequest {
  throwIfStopped(): void;
}

/**
 * Runs the requests of one connection one after the other, each with its own time limit, and stops the running one.
 * A stop reaches only the request that runs when it is asked for, never a later one.
 */
export class RequestGate {
  #last: Promise<unknown> = Promise.resolve();
  #stopCurrent: (() => void) | undefined;
  #closed = false;

  /** @param interrupt sets DuckDB's interrupt flag of the connection; must be safe at any time */
  constructor(private readonly interrupt: () => void) {}

  /**
   * @param timeoutMs limit of this request in ms, 0 for none
   * @throws EngineError `Interrupt` when it was stopped, `ConnectionLostError` after `close`
   */
  run<T>(timeoutMs: number, work: (request: RunningRequest) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#runNow(timeoutMs, work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Stops the running request, if any. @returns whether one was running */
  stop(): boolean {
    this.#stopCurrent?.();
    return this.#stopCurrent !== undefined;
  }

  /** Refuses further requests and stops the running one. @returns when the connection is idle */
  close(): Promise<unknown> {
    this.#closed = true;
    this.stop();
    return this.#last;
  }

  get closed(): boolean {
    return this.#closed;
  }

  async #runNow<T>(timeoutMs: number, work: (request: RunningRequest) => Promise<T>): Promise<T> {
    if (this.#closed) throw new ConnectionLostError('The connection to the embedded engine is closed.');
    let repeat: NodeJS.Timeout | undefined;
    const stop = (): void => {
      this.interrupt();
      repeat ??= setInterval(this.interrupt, REPEAT_MS);
    };
    const timer = timeoutMs > 0 ? setTimeout(stop, timeoutMs) : undefined;
    this.#stopCurrent = stop;
    const throwIfStopped = (): void => {
      if (repeat !== undefined) throw interruptedError();
    };
    try {
      return await work({ throwIfStopped });
    } catch (thrown) {
      throwIfStopped();
      throw toEngineError(thrown);
    } finally {
      clearTimeout(timer);
      clearInterval(repeat);
      this.#stopCurrent = undefined;
    }
  }
}
