/** Texts by key in a server that several processes use. Every operation may fail: then the store is away. */
export interface RemoteStore {
  get(key: string): Promise<string | undefined>;
  /** @param ttlMs how long the text is kept */
  set(key: string, text: string, ttlMs: number): Promise<void>;
  /** @returns true when there was something; of several that ask at the same time, for one only */
  delete(key: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Longest wait for the store, in ms: a catalog read is the alternative, so waiting longer gains nothing. */
const OPERATION_TIMEOUT_MS = 500;
/** How long the store is not asked after it failed, in ms. */
const REST_MS = 5_000;

/** A store that is never waited for long and never fails: when it is away, everything is as if it held nothing. */
export class ForgivingStore {
  private restUntil = 0;

  /** @param onAway told when the store stops answering; gets no key and no text */
  constructor(
    private readonly store: RemoteStore,
    private readonly onAway: (reason: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @returns `away` when the store does not answer */
  async get(key: string): Promise<string | undefined | 'away'> {
    const answer = await this.attempt(() => this.store.get(key));
    return answer === 'away' ? 'away' : answer.value;
  }

  /** @returns false when the store does not answer */
  async set(key: string, text: string, ttlMs: number): Promise<boolean> {
    return (await this.attempt(() => this.store.set(key, text, ttlMs))) !== 'away';
  }

  /** @returns true when there was something to delete, `away` when the store does not answer */
  async delete(key: string): Promise<boolean | 'away'> {
    const answer = await this.attempt(() => this.store.delete(key));
    return answer === 'away' ? 'away' : answer.value;
  }

  close(): Promise<void> {
    return this.store.close().catch(() => undefined);
  }

  private async attempt<T>(work: () => Promise<T>): Promise<{ readonly value: T } | 'away'> {
    if (this.now() < this.restUntil) return 'away';
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), OPERATION_TIMEOUT_MS);
    });
    try {
      return { value: await Promise.race([work(), late]) };
    } catch (error) {
      this.restUntil = this.now() + REST_MS;
      this.onAway(error instanceof Error ? error.message : 'unknown error');
      return 'away';
    } finally {
      clearTimeout(timer);
    }
  }
}
