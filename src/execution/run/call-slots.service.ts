import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { GuardError } from '../../errors/call-error.js';
import type { CallDeadline } from './call-deadline.js';
import { EXECUTION_SETTINGS } from '../execution.constants.js';

/** Lets a limited number of calls work on databases at once; some more may wait for their turn, in order. */
@Injectable()
export class CallSlots {
  private taken = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    @Inject(EXECUTION_SETTINGS)
    private readonly settings: Pick<CoradbSettings, 'maxConcurrentCalls' | 'maxQueuedCalls'>,
  ) {}

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
    const { maxConcurrentCalls, maxQueuedCalls } = this.settings;
    if (this.taken < maxConcurrentCalls) {
      this.taken++;
      return;
    }
    if (signal.aborted) throw signal.reason;
    if (this.queue.length >= maxQueuedCalls) {
      throw new GuardError(
        `The server is busy: ${this.taken} calls run (CORADB_MAX_CONCURRENT_CALLS) and ${this.queue.length} wait ` +
          '(CORADB_MAX_QUEUED_CALLS). Nothing was run.',
        { hint: 'Call again in a few seconds.' },
      );
    }
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

  /** The slot goes to the next in the queue without becoming free in between. */
  private release(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.taken--;
  }
}
