import { parse } from 'dotenv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dotenvLines } from './dotenv-lines.js';

const namesOf = (text: string) => dotenvLines(text).flatMap(({ assignment }) => assignment?.name ?? []);

describe('the lines of .env', () => {
  it('are those outside multi-line values, with their numbers', () => {
    const text = 'A=1 # one\r\nexport B="x\r\nC=2\r\n"# two\r\n\r\nD thing\nE=\'open\nF=`3`\n';
    expect(dotenvLines(text)).toEqual([
      { number: 1, text: 'A=1 # one', assignment: { name: 'A', value: '1', isQuoted: false } },
      { number: 2, text: 'export B="x', assignment: { name: 'B', value: '"x\nC=2\n"', isQuoted: true } },
      { number: 5, text: '' },
      { number: 6, text: 'D thing' },
      { number: 7, text: "E='open", assignment: { name: 'E', value: "'open", isQuoted: false } },
      { number: 8, text: 'F=`3`', assignment: { name: 'F', value: '`3`', isQuoted: true } },
    ]);
  });

  it('assign the names that dotenv finds', () => {
    const piece = fc.constantFrom(
      'A',
      'B_C',
      'export ',
      '=',
      ': ',
      '"',
      "'",
      '`',
      '\n',
      '\r\n',
      ' ',
      '#',
      ';',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const text = pieces.join('');
        expect(new Set(namesOf(text))).toEqual(new Set(Object.keys(parse(text))));
      }),
      { numRuns: 20_000, seed: 7 },
    );
  });
});
