import { settingName } from '../../errors/edge-names.js';
import type { Connection } from '../../driver/driver.js';
import { ConnectionLostError, EngineEndedError, EngineError } from '../../driver/driver-errors.js';
import type { CallDeadline } from '../../limits/call-deadline.js';
import { CallStoppedError } from '../../limits/call-stopped-error.js';
import type { DriverLimits } from '../policy/driver-limits.js';

/** How long a cancelled statement may take to end on the server before its connection is dropped, in ms. */
export const CANCEL_GRACE_MS = 1_000;

/**
 * How much later than the call's own limit that of the driver and the server lies, in ms: beyond the grace, so that
 * they act only when this process does not.
 */
const DRIVER_EXTRA_MS = 2 * CANCEL_GRACE_MS;

/** Longest wait for a commit or rollback, in ms: neither may be cut short by the call's own limit. */
export const END_TRANSACTION_TIMEOUT_MS = 30_000;

/**
 * Runs the requests of one call on its connection and stops them when the deadline does: the server is told to
 * cancel first and the connection is dropped only after a grace, because a query whose client vanishes runs on
 * (engine-behaviour, "The surprises" 13).
 */
export class StoppableConnection {
  private dropped = false;

  constructor(
    readonly connection: Connection,
    private readonly deadline: CallDeadline,
    /** Limit of one statement when the call has none, in ms. */
    private readonly statementTimeoutMs: number,
    readonly limits: DriverLimits,
  ) {}

  /** True when the connection was dropped without a goodbye; the server then rolls back by itself. */
  get isDropped(): boolean {
    return this.dropped;
  }

  /**
   * @param work starts one request; gets the limit to hand to the driver, in ms, which lies a little beyond the
   *   call's own so that the server ends the statement even if this process is gone
   * @throws CallStoppedError when the call was stopped, whatever the request did in the meantime
   */
  async run<T>(work: (timeoutMs: number) => Promise<T>): Promise<T> {
    if (this.deadline.stopped) throw this.deadline.stopped;
    const remaining = this.deadline.remainingMs();
    const startedAt = performance.now();
    const request = work(remaining === undefined ? this.statementTimeoutMs : remaining + DRIVER_EXTRA_MS);
    const stop = this.dropWhenStopped(this.limits.canCancel);
    try {
      const result = await Promise.race([request, stop.dropped]);
      if (this.deadline.stopped) throw this.deadline.stopped;
      return result;
    } catch (error) {
      throw this.asStopped(error) ?? this.asTimeout(error, remaining, performance.now() - startedAt);
    } finally {
      stop.dispose();
    }
  }

  /**
   * Ends the transaction; `true` when the server confirmed it. It gets a grace after the call was stopped, no more:
   * dropping the connection rolls back as well.
   */
  async rollback(): Promise<boolean> {
    if (this.dropped) return false;
    const stop = this.dropWhenStopped(false, CANCEL_GRACE_MS);
    try {
      const request = this.connection.rollback({ timeoutMs: END_TRANSACTION_TIMEOUT_MS });
      await Promise.race([request, stop.dropped]);
      return true;
    } catch {
      // The server rolls back what a vanished client left open (engine-behaviour, "Client gone").
      this.drop();
      return false;
    } finally {
      stop.dispose();
    }
  }

  /**
   * One look at the database after the transaction has ended, also when the call was stopped: for a remark, so it may
   * fail, and takes no longer than the grace.
   * @param work gets its limit, in ms
   * @returns undefined when nothing could be seen; the connection is dropped if the grace is over
   */
  async lookAfterEnd<T>(work: (timeoutMs: number) => Promise<T>): Promise<T | undefined> {
    if (this.dropped) return undefined;
    let grace: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      grace = setTimeout(() => {
        this.drop();
        resolve(undefined);
      }, CANCEL_GRACE_MS);
    });
    try {
      return await Promise.race([work(CANCEL_GRACE_MS), late]);
    } catch {
      return undefined;
    } finally {
      clearTimeout(grace);
    }
  }

  /**
   * Drops the connection a while after the call was stopped, unless it is disposed before.
   * @param cancels tells the server at once to stop what runs
   */
  private dropWhenStopped(
    cancels: boolean,
    graceMs = cancels ? CANCEL_GRACE_MS : 0,
  ): { readonly dropped: Promise<never>; readonly dispose: () => void } {
    const { signal } = this.deadline;
    let grace: NodeJS.Timeout | undefined;
    let onAbort = (): void => undefined;
    const dropped = new Promise<never>((_, reject) => {
      onAbort = () => {
        if (cancels) this.connection.cancel().catch(() => undefined);
        grace = setTimeout(() => {
          this.drop();
          reject(signal.reason as CallStoppedError);
        }, graceMs);
      };
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
    return {
      dropped,
      dispose: () => {
        signal.removeEventListener('abort', onAbort);
        clearTimeout(grace);
      },
    };
  }

  private asStopped(error: unknown): CallStoppedError | undefined {
    const { stopped } = this.deadline;
    // A statement that did not stop has ended more than this call, which its reply must say.
    return stopped && error instanceof EngineEndedError
      ? new CallStoppedError(stopped.reason, stopped.because, { cause: error })
      : stopped;
  }

  /**
   * Without a limit of the call, an interruption is the server's own limit for one statement, and so is a silence
   * that went on beyond it.
   */
  private asTimeout(error: unknown, remaining: number | undefined, elapsedMs: number): unknown {
    if (remaining !== undefined) return error;
    const interrupted = error instanceof EngineError && error.interrupted;
    const silent = error instanceof ConnectionLostError && elapsedMs >= this.statementTimeoutMs;
    if (!interrupted && !silent) return error;
    return new CallStoppedError(
      'timeout',
      `a statement ran longer than ${this.statementTimeoutMs} ms (${settingName('queryTimeoutMs')})`,
    );
  }

  private drop(): void {
    if (this.dropped) return;
    this.dropped = true;
    this.connection.destroy();
  }
}
