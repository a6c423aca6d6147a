/**
 * Gives what `work` gives, or undefined once the time is up or the caller is gone; `work` is then told by its signal,
 * and whatever comes of it is dropped.
 *
 * @param ms the most time there is
 * @throws what `work` throws before that
 */
export async function withinTime<T>(
  ms: number,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), ms);
  const signal = AbortSignal.any([caller, time.signal]);
  const stopped = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const working = work(signal);
  working.catch(() => undefined);
  try {
    return await Promise.race([stopped, working]);
  } finally {
    clearTimeout(timer);
  }
}
