import { describe, expect, it } from 'vitest';
import { positionAt } from '../../text/text-position.js';
import { positionIn } from './text-position.js';

describe('places in an AQL text', () => {
  it('count lines and columns from 1 and offsets from 0', () => {
    expect(positionAt('RETURN 1', 0)).toEqual({ offset: 0, line: 1, column: 1 });
    expect(positionAt('FOR d IN c\n  REMOVE d', 13)).toEqual({ offset: 13, line: 2, column: 3 });
  });

  it('are read out of the words of the server', () => {
    const text = 'FOR i IN 1..100\n FILTER i = 1 RETURN i';
    const words = "syntax error, unexpected assignment near '= 1 RETURN i' at position 2:11";
    expect(positionIn(words, text)).toEqual({ offset: 26, line: 2, column: 11 });
    expect(positionIn('no place is named', text)).toBeUndefined();
  });
});
