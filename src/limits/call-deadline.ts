import { CallStoppedError, SHUTDOWN_REASON } from './call-stopped-error.js';

/**
 * One deadline for a whole call, merged with the client's cancel signal: whichever comes first stops the call.
 * `dispose` must be called when the call ends; it frees the timer and the listener.
 */
export class CallDeadline {
  readonly signal: AbortSignal;
  private readonly controller = new AbortController();
  private readonly startedAt = performance.now();
  private readonly timer?: NodeJS.Timeout;
  private readonly onClientAbort: () => void;

  /** @param timeoutMs limit of the whole call; 0 for none */
  constructor(
    readonly timeoutMs: number,
    private readonly client: AbortSignal,
  ) {
    this.signal = this.controller.signal;
    this.onClientAbort = () => {
      const shutdown = client.reason === SHUTDOWN_REASON;
      this.stop(new CallStoppedError('cancelled', shutdown ? SHUTDOWN_REASON : 'the call was cancelled'));
    };
    if (client.aborted) this.onClientAbort();
    else client.addEventListener('abort', this.onClientAbort, { once: true });
    if (timeoutMs > 0) this.timer = setTimeout(() => this.stop(this.timedOut()), timeoutMs);
  }

  /** Milliseconds left, at least 1; undefined without a limit. */
  remainingMs(): number | undefined {
    if (this.timeoutMs === 0) return undefined;
    return Math.max(1, Math.ceil(this.timeoutMs - (performance.now() - this.startedAt)));
  }

  elapsedMs(): number {
    return Math.round(performance.now() - this.startedAt);
  }

  /** What stopped the call, or undefined while it may go on. */
  get stopped(): CallStoppedError | undefined {
    return this.signal.aborted ? (this.signal.reason as CallStoppedError) : undefined;
  }

  timedOut(): CallStoppedError {
    return new CallStoppedError('timeout', `the time limit of ${this.timeoutMs} ms ran out`);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.client.removeEventListener('abort', this.onClientAbort);
  }

  private stop(error: CallStoppedError): void {
    if (!this.signal.aborted) this.controller.abort(error);
  }
}
