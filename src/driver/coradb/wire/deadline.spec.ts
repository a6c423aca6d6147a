import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadline, GivenUp } from './deadline.js';

describe('Deadline', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('fires after its time, with the time in the reason', () => {
    const deadline = new Deadline(1_500);
    vi.advanceTimersByTime(1_499);
    expect(deadline.signal.aborted).toBe(false);
    expect(deadline.remainingMs).toBe(1);
    vi.advanceTimersByTime(1);
    expect(deadline.signal.reason).toMatchObject({ message: 'no answer within 1500 ms', reason: 'time' });
  });

  it('has no timer for 0 and none after dispose', () => {
    const endless = new Deadline(0);
    const disposed = new Deadline(10);
    disposed.dispose();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1_000_000);
    expect([endless.signal.aborted, disposed.signal.aborted]).toEqual([false, false]);
  });

  it("fires with the caller's signal, also when that had fired before", () => {
    const caller = new AbortController();
    const deadline = new Deadline(0, caller.signal);
    caller.abort('whatever the caller says');
    expect(deadline.signal.reason).toBeInstanceOf(GivenUp);
    expect(deadline.signal.reason).toMatchObject({ message: 'the call was cancelled', reason: 'cancelled' });
    expect(new Deadline(0, caller.signal).signal.aborted).toBe(true);
  });

  it('passes the reason of a deadline around it on', () => {
    const outer = new Deadline(100);
    const inner = new Deadline(1_000, outer.signal);
    vi.advanceTimersByTime(100);
    expect(inner.signal.reason).toMatchObject({ message: 'no answer within 100 ms', reason: 'time' });
    inner.dispose();
  });
});
