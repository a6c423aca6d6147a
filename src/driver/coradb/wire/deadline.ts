/** Why a step was given up: its time is over, or the caller wants it no more. */
export class GivenUp extends Error {
  constructor(
    message: string,
    readonly reason: 'time' | 'cancelled',
  ) {
    super(message);
    this.name = 'GivenUp';
  }
}

/**
 * A signal that fires after `ms`, or as soon as the caller's own signal fires. Its reason is a `GivenUp`.
 * Must be disposed, or its timer keeps the process alive.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #end: number;
  readonly #timer: NodeJS.Timeout | undefined;

  /** @param ms limit in ms, 0 for none */
  constructor(
    readonly ms: number,
    private readonly parent?: AbortSignal,
  ) {
    this.#end = performance.now() + ms;
    if (ms > 0) {
      const reason = new GivenUp(`no answer within ${Math.round(ms)} ms`, 'time');
      this.#timer = setTimeout(() => this.#controller.abort(reason), ms);
    }
    if (parent?.aborted === true) this.#cancel();
    else parent?.addEventListener('abort', this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Milliseconds left, at least 1. */
  get remainingMs(): number {
    return Math.max(1, this.#end - performance.now());
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.parent?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => {
    const reason: unknown = this.parent?.reason;
    this.#controller.abort(
      reason instanceof GivenUp ? reason : new GivenUp('the call was cancelled', 'cancelled'),
    );
  };
}
