import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withinTime } from './within-time.js';

const never = new AbortController().signal;

describe('work within a time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gives its result, and leaves no timer behind', async () => {
    await expect(withinTime(2_000, never, async () => 'done')).resolves.toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends at the limit even if the work does not, and tells it', async () => {
    let told: AbortSignal | undefined;
    const ended = withinTime(2_000, never, (signal) => {
      told = signal;
      return new Promise(() => undefined);
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(told?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await expect(ended).resolves.toBeUndefined();
    expect(told?.aborted).toBe(true);
  });

  it('ends when the caller is gone, before or during the work', async () => {
    const caller = new AbortController();
    const ended = withinTime(2_000, caller.signal, () => new Promise(() => undefined));
    caller.abort('gone');
    await expect(ended).resolves.toBeUndefined();
    const late = withinTime(2_000, caller.signal, async (signal) => signal.aborted);
    await expect(late).resolves.toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('throws what the work throws, but not once the time is up', async () => {
    await expect(withinTime(2_000, never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const ended = withinTime(2_000, never, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Error('stopped');
    });
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(ended).resolves.toBeUndefined();
  });
});
