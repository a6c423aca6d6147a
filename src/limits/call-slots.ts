import { GuardError } from '../errors/call-error.js';
import type { CallDeadline } from './call-deadline.js';
import type {} from './call-stopped-error.js';

/** A number of calls, and the setting that says it. */
export interface SlotLimit {
  readonly most: number;
  readonly setting: string;
}

export interface SlotLimits {
  readonly running: SlotLimit;
  /** How many more may wait for their turn; none without it. */
  readonly waiting?: SlotLimit;
}

/** Lets a limited number of calls work on databases at once; some more may wait for their turn, in order. */
export class CallSlots {
  private taken = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly limits: SlotLimits) {}

  /** Calls that work now: each has one connection. */
  get inUse(): number {
    return this.taken;
  }

  get waiting(): number {
    return this.queue.length;
  }

  /**
   * Waits for a slot, does the work and frees the slot. Waiting counts against the call's time limit.
   * @throws GuardError when too many calls wait already, CallStoppedError when the call ends before its turn
   */
  async use<T>(deadline: CallDeadline, work: () => Promise<T>): Promise<T> {
    await this.take(deadline);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  private async take({ signal }: CallDeadline): Promise<void> {
    const { running, waiting } = this.limits;
    if (this.taken < running.most) {
      this.taken++;
      return;
    }
    if (signal.aborted) throw signal.reason;
    if (this.queue.length >= (waiting?.most ?? 0)) throw this.busy();
    await new Promise<void>((resolve, reject) => {
      const turn = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.queue.splice(this.queue.indexOf(turn), 1);
        reject(signal.reason as Error);
      };
      this.queue.push(turn);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  private busy(): GuardError {
    const { running, waiting } = this.limits;
    const queued = waiting ? ` and ${this.queue.length} wait (${waiting.setting})` : '';
    return new GuardError(
      `The server is busy: ${this.taken} calls run (${running.setting})${queued}. Nothing was run.`,
      { hint: 'Call again in a few seconds.' },
    );
  }

  /** The slot goes to the next in the queue without becoming free in between. */
  private release(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.taken--;
  }
}
