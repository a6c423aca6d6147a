import { vi } from 'vitest';

/**
 * Runs a test in which time limits pass when the test says so, never by waiting. Sockets stay real: only
 * `setTimeout` is replaced. Not for tests that run concurrently with others.
 * @param run gets a function that lets `ms` pass
 */
export async function withFakeTime<T>(
  run: (pass: (ms: number) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    return await run((ms) => vi.advanceTimersByTimeAsync(ms));
  } finally {
    vi.useRealTimers();
  }
}
