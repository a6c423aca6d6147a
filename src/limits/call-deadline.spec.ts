import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallDeadline } from './call-deadline.js';
import { SHUTDOWN_REASON } from './call-stopped-error.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the deadline of a call', () => {
  it('stops the call when its time is up, and says so', () => {
    const deadline = new CallDeadline(500, new AbortController().signal);
    vi.advanceTimersByTime(499);
    expect(deadline.stopped).toBeUndefined();
    expect(deadline.remainingMs()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(deadline.stopped).toMatchObject({
      reason: 'timeout',
      because: 'the time limit of 500 ms ran out',
    });
    expect(deadline.remainingMs()).toBe(1);
    expect(deadline.elapsedMs()).toBe(500);
  });

  it('has no limit with 0', () => {
    const deadline = new CallDeadline(0, new AbortController().signal);
    expect(vi.getTimerCount()).toBe(0);
    expect(deadline.remainingMs()).toBeUndefined();
  });

  it.each([
    ['a cancelled call', new Error('anything'), 'the call was cancelled'],
    ['a shutdown', SHUTDOWN_REASON, 'the server is shutting down'],
  ])('tells %s', (_name, reason, because) => {
    const client = new AbortController();
    const deadline = new CallDeadline(500, client.signal);
    client.abort(reason);
    expect(deadline.stopped).toMatchObject({ reason: 'cancelled', because });
    vi.advanceTimersByTime(1_000);
    expect(deadline.stopped?.because).toBe(because);
  });

  it('is stopped from the start for a call that was cancelled before', () => {
    const deadline = new CallDeadline(500, AbortSignal.abort());
    expect(deadline.stopped?.reason).toBe('cancelled');
  });

  it('leaves no timer and no listener behind', () => {
    const client = new AbortController();
    for (let call = 0; call < 100; call++) {
      const deadline = new CallDeadline(500, client.signal);
      expect(vi.getTimerCount()).toBe(1);
      deadline.dispose();
      expect(vi.getTimerCount()).toBe(0);
    }
    expect(getEventListeners(client.signal, 'abort')).toHaveLength(0);
  });
});
