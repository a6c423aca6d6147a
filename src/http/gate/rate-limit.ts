import { LRUCache } from 'lru-cache';
import type { Refusal } from './refusal.js';

/** Addresses remembered at most; the least recently seen is forgotten first. */
const MAX_ADDRESSES = 10_000;
const MINUTE_MS = 60_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** A token bucket for each client address: bursts up to a minute's worth, refilled evenly. */
export class RateLimit {
  private readonly buckets = new LRUCache<string, Bucket>({ max: MAX_ADDRESSES });

  /** @param perMinute requests a minute; 0 for no limit */
  constructor(
    private readonly perMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  take(address: string): Refusal | undefined {
    if (this.perMinute === 0) return undefined;
    const now = this.now();
    const bucket = this.buckets.get(address) ?? { tokens: this.perMinute, filledAt: now };
    bucket.tokens = Math.min(
      this.perMinute,
      bucket.tokens + ((now - bucket.filledAt) * this.perMinute) / MINUTE_MS,
    );
    bucket.filledAt = now;
    this.buckets.set(address, bucket);
    if (bucket.tokens >= 1) {
      bucket.tokens--;
      return undefined;
    }
    const seconds = Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / this.perMinute / 1_000);
    return {
      status: 429,
      message: `Too many requests: at most ${this.perMinute} a minute from one address (CORADB_HTTP_RATE_LIMIT).`,
      headers: { 'retry-after': String(seconds) },
    };
  }
}
