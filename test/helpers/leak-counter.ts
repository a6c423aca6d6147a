/**
 * Counts the timers that code sets and neither clears nor lets fire, by wrapping the global functions.
 * Node's own timers and those of the test runner do not go through them.
 */
export class TimerCounter {
  private readonly open = new Set<unknown>();
  private readonly originals = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
  };

  constructor() {
    const { open, originals } = this;
    const clear = (handle: Parameters<typeof clearTimeout>[0]): void => {
      open.delete(handle);
      originals.clearTimeout(handle);
    };
    const setTimeout = (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const handle = originals.setTimeout(() => {
        open.delete(handle);
        work(...args);
      }, ms);
      open.add(handle);
      return handle;
    };
    const setInterval = (work: () => void, ms?: number) => {
      const handle = originals.setInterval(work, ms);
      open.add(handle);
      return handle;
    };
    Object.assign(globalThis, { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear });
  }

  get count(): number {
    return this.open.size;
  }

  restore(): void {
    Object.assign(globalThis, this.originals);
  }
}
