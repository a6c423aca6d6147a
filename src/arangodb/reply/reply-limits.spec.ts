import { describe, expect, it } from 'vitest';
import { ReplyLimits } from './reply-limits.js';

describe('the limits of a reply', () => {
  it('cut long strings at any depth and count them', () => {
    const limits = new ReplyLimits(3, 1_000);
    expect(limits.cut({ a: 'abcd', b: ['abc', 'abcde'], c: 12345 })).toEqual({
      a: 'abc… [cut; 4 characters in all]',
      b: ['abc', 'abc… [cut; 5 characters in all]'],
      c: 12345,
    });
    expect(limits.report()).toEqual({ cellsCut: 2 });
  });

  it('never cut a surrogate pair in two', () => {
    expect(new ReplyLimits(3, 1_000).cut('ab😀c')).toBe('ab… [cut; 5 characters in all]');
  });

  it('leave out entries that do not fit, and show the beginning of a first one that does not', () => {
    const limits = new ReplyLimits(100, 10);
    expect(limits.fitting(['1234', '567', 'c'])).toEqual(['1234']);
    expect(limits.report()).toEqual({ omittedForSize: 2 });
    const small = new ReplyLimits(100, 10);
    expect(small.fitting([{ a: '123456789012' }, 'b'])).toEqual([
      '{"a":"1234… [cut; 20 characters of JSON in all]',
    ]);
    expect(small.report()).toEqual({ cellsCut: 1, omittedForSize: 1 });
  });

  it('keep attributes whose names are special in JavaScript', () => {
    const document = JSON.parse('{"__proto__": "abcd", "constructor": "x"}');
    expect(JSON.stringify(new ReplyLimits(2, 1_000).cut(document))).toBe(
      '{"__proto__":"ab… [cut; 4 characters in all]","constructor":"x"}',
    );
  });
});
