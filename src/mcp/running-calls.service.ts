import { Inject, Injectable, Optional, type BeforeApplicationShutdown } from '@nestjs/common';
import { GuardError } from '../errors/call-error.js';
import { SHUTDOWN_REASON } from '../limits/call-stopped-error.js';

/** How long a call that was told to stop may take to write its reply, in ms. */
const LAST_WORDS_MS = 3_000;

/** How long running calls may go on after a shutdown was asked for, in ms. */
export const SHUTDOWN_GRACE_MS = Symbol('SHUTDOWN_GRACE_MS');

/**
 * Knows which calls run. At shutdown no new call starts, running ones get a grace, then they are cancelled and
 * rolled back, and their replies are still sent.
 */
@Injectable()
export class RunningCalls implements BeforeApplicationShutdown {
  private readonly stoppables = new Set<AbortController>();
  private isStopped = false;
  private running = 0;
  private idle: (() => void)[] = [];
  private isDraining = false;
  private drained?: Promise<void>;

  constructor(@Optional() @Inject(SHUTDOWN_GRACE_MS) private readonly graceMs: number = 2_000) {}

  /** True once a shutdown was asked for. */
  get draining(): boolean {
    return this.isDraining;
  }

  /** @throws GuardError once a shutdown was asked for */
  assertTakesCalls(): void {
    if (!this.isDraining) return;
    throw new GuardError('The server is shutting down and takes no new calls.', {
      hint: 'Call again when the server has been started anew.',
    });
  }

  get count(): number {
    return this.running;
  }

  /** A controller that is aborted when running calls must stop, until it is forgotten. */
  stoppable(): { readonly controller: AbortController; readonly forget: () => void } {
    const controller = new AbortController();
    if (this.isStopped) controller.abort(SHUTDOWN_REASON);
    this.stoppables.add(controller);
    return { controller, forget: () => this.stoppables.delete(controller) };
  }

  enter(): void {
    this.running++;
  }

  leave(): void {
    this.running--;
    if (this.running === 0) this.idle.splice(0).forEach((wake) => wake());
  }

  /** Stops all calls at once, as when the only client is gone. */
  stopAll(): void {
    this.isDraining = true;
    this.isStopped = true;
    for (const controller of this.stoppables) controller.abort(SHUTDOWN_REASON);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.drain();
  }

  /** Ends all calls: waits for them, then stops them. */
  drain(): Promise<void> {
    this.isDraining = true;
    this.drained ??= this.end();
    return this.drained;
  }

  private async end(): Promise<void> {
    if (!this.isStopped) await this.idleWithin(this.graceMs);
    this.stopAll();
    await this.idleWithin(LAST_WORDS_MS);
    // One turn of the event loop lets the transport write the last replies.
    await new Promise((resolve) => setImmediate(resolve));
  }

  private async idleWithin(ms: number): Promise<void> {
    if (this.running === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      new Promise<void>((resolve) => this.idle.push(resolve)),
      new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))),
    ]);
    clearTimeout(timer);
  }
}
