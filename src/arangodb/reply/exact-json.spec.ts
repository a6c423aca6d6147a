import { describe, expect, it } from 'vitest';
import { parseExactly } from './exact-json.js';

describe('integers that a JavaScript number cannot hold', () => {
  it.each([
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
    ['{"a":[9223372036854775807,1]}', { a: ['9223372036854775807', 1] }],
    ['{"a":9007199254740993}', { a: '9007199254740993' }],
  ])('become text: %s', (text, value) => {
    expect(parseExactly(text)).toEqual(value);
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['1000000000000000', 1000000000000000],
    ['0.12345678901234567890', 0.12345678901234568],
    ['1.2345678901234567e300', 1.2345678901234567e300],
    ['12345678901234567.5', 12345678901234567.5],
    ['1e9999999999999999', Infinity],
    ['"9007199254740993"', '9007199254740993'],
    ['"say \\"9007199254740993\\""', 'say "9007199254740993"'],
    ['"\\\\",9007199254740993'.replace(/^(.*)$/, '[$1]'), ['\\', '9007199254740993']],
    ['{"9007199254740993":1}', { '9007199254740993': 1 }],
  ])('others stay as they are: %s', (text, value) => {
    expect(parseExactly(text)).toEqual(value);
  });

  it('a long text is no burden', () => {
    const text = JSON.stringify(['x\\"'.repeat(1_000_000), 1]);
    expect(parseExactly(text.replace(/1]$/, '9007199254740993]'))).toEqual([
      'x\\"'.repeat(1_000_000),
      '9007199254740993',
    ]);
  });

  it('text that is no JSON is refused', () => {
    expect(() => parseExactly('<html>')).toThrow(SyntaxError);
    expect(() => parseExactly('')).toThrow(SyntaxError);
  });
});
