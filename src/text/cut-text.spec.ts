import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginningOf, shortened } from './cut-text.js';

it('cuts before a character that would not be whole', () => {
  expect(beginningOf('ab😀c', 2)).toBe('ab');
  expect(beginningOf('ab😀c', 3)).toBe('ab');
  expect(beginningOf('ab😀c', 4)).toBe('ab😀');
  expect(shortened(`SELECT '${'a'.repeat(491)}😀' AS x`, 500)).toBe(`SELECT '${'a'.repeat(491)}…`);
});

it('leaves what fits as it is', () => {
  expect(shortened('ab😀', 4)).toBe('ab😀');
  expect(shortened('', 0)).toBe('');
});

it('gives well-formed text within the limit for any text and limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(12), (text, max) => {
      const cut = beginningOf(text, max);
      expect(cut.isWellFormed()).toBe(true);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, max - 1));
    }),
  );
});
