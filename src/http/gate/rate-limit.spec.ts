import { describe, expect, it } from 'vitest';
import { RateLimit } from './rate-limit.js';

describe('the rate limit', () => {
  it('allows a burst of a minute, then an even rate, for each address alone', () => {
    let now = 0;
    const limit = new RateLimit(60, () => now);
    const takes = (count: number, address = 'a') =>
      Array.from({ length: count }, () => limit.take(address)).filter((refusal) => refusal === undefined)
        .length;
    expect(takes(100)).toBe(60);
    expect(takes(1, 'b')).toBe(1);
    now = 2_000;
    expect(takes(10)).toBe(2);
    expect(limit.take('a')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    now = 600_000;
    expect(takes(100)).toBe(60);
  });

  it('is off with 0', () => {
    const limit = new RateLimit(0);
    expect(
      Array.from({ length: 1_000 }, () => limit.take('a')).every((refusal) => refusal === undefined),
    ).toBe(true);
  });
});
