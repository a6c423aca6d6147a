import { describe, expect, it } from 'vitest';
import { describePosition, LineCounter, positionAt } from './text-position.js';

describe('positions', () => {
  const text = 'ab\r\n\ncd\re\n';

  it.each([
    [0, 1, 1],
    [2, 1, 3],
    [3, 1, 4],
    [4, 2, 1],
    [5, 3, 1],
    [8, 3, 4],
    [10, 4, 1],
  ])('offset %i is line %i, column %i: lines end at LF only', (offset, line, column) => {
    expect(positionAt(text, offset)).toEqual({ offset, line, column });
  });

  it('are the same when one counter goes through the text', () => {
    const counter = new LineCounter(text);
    for (const offset of [0, 0, 3, 4, 5, 5, 9, 10]) {
      expect(counter.positionAt(offset)).toEqual(positionAt(text, offset));
    }
  });

  it('read as line and column', () => {
    expect(describePosition({ offset: 9, line: 3, column: 14 })).toBe('line 3, column 14');
  });
});
