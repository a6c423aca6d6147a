import { describe, expect, it } from 'vitest';
import { matchValues } from './match-values.js';

describe('matching what was typed', () => {
  it('puts values that begin with it first, and compares without case', () => {
    expect(matchValues(['border', 'Orders', 'category', 'order_item', '주문'], 'ORD')).toEqual({
      values: ['Orders', 'order_item', 'border'],
      total: 3,
      hasMore: false,
    });
  });

  it('gives all for nothing typed, and takes no character for a pattern', () => {
    expect(matchValues(['a', 'b'], '').values).toEqual(['a', 'b']);
    expect(matchValues(['a.b', 'axb', 'a*'], 'a.').values).toEqual(['a.b']);
    expect(matchValues(['a', '%'], '%').values).toEqual(['%']);
  });

  it('gives 100 values at most and counts the others', () => {
    const values = Array.from({ length: 250 }, (_, index) => `t${index}`);
    const found = matchValues(values, 't');
    expect(found.values).toEqual(values.slice(0, 100));
    expect(found).toMatchObject({ total: 250, hasMore: true });
    expect(matchValues(values.slice(0, 100), 't')).toMatchObject({ total: 100, hasMore: false });
  });
});
