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
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => undefined;
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => {
      controller.abort(caller.reason);
      resolve(undefined);
    };
    timer = setTimeout(stop, ms);
    if (caller.aborted) stop();
    else caller.addEventListener('abort', stop, { once: true });
  });
  const working = work(controller.signal);
  working.catch(() => undefined);
  try {
    return await Promise.race([stopped, working]);
  } finally {
    clearTimeout(timer);
    caller.removeEventListener('abort', stop);
  }
}
