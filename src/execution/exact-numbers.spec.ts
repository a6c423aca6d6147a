import { describe, expect, it } from 'vitest';
import { paramsOf } from './call-request.js';
import { parseMessage } from './exact-numbers.js';

/** What a tool gets for params that stand so on the wire. */
function read(params: string): unknown {
  const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"sql":"[{\\"","params":${params}}}}`;
  const message = parseMessage(text) as { params: { arguments: { params: unknown } } };
  return paramsOf(message.params.arguments.params);
}

describe('numbers of bind parameters as they are written on the wire', () => {
  it.each([
    ['[9007199254740993]', [{ type: 'BIGINT', value: '9007199254740993' }]],
    ['[-9223372036854775808]', [{ type: 'BIGINT', value: '-9223372036854775808' }]],
    ['[9223372036854775808]', [{ type: 'NUMERIC', value: '9223372036854775808' }]],
    ['[12345678901234567890.12]', [{ type: 'NUMERIC', value: '12345678901234567890.12' }]],
    ['[0.1234567890123456789]', [{ type: 'NUMERIC', value: '0.1234567890123456789' }]],
    ['[1.00000000000000000001]', [{ type: 'NUMERIC', value: '1.00000000000000000001' }]],
    [
      '[{"type":"NUMERIC","value":12345678901234567890.12}]',
      [{ type: 'NUMERIC', value: '12345678901234567890.12' }],
    ],
    [
      '["a", {"value":9007199254740993,"type":"bigint"}, 2]',
      ['a', { type: 'BIGINT', value: '9007199254740993' }, 2],
    ],
    // What a JavaScript number holds stays a number.
    [
      '[0.1, 1.10, 1e3, -0.0, 9007199254740991, 0.30000000000000004, 1e300]',
      [0.1, 1.1, 1000, -0, 9007199254740991, 0.30000000000000004, 1e300],
    ],
    ['["9007199254740993", "[9007199254740993]"]', ['9007199254740993', '[9007199254740993]']],
  ])('%s', (params, expected) => {
    expect(read(params)).toEqual(expected);
  });

  it.each([
    ['[1, 1e400]', 'params[1]', '1e400'],
    ['[1.234567890123456789e-5]', 'params[0]', '1.234567890123456789e-5'],
    ['[123456789012345678901234567890123456789]', 'params[0]', '123456789012345678901234567890123456789'],
  ])('%s is refused with its place and the form to send', (params, place, value) => {
    expect(() => read(params)).toThrow(
      expect.objectContaining({
        layer: 'input',
        message: expect.stringMatching(
          new RegExp(`^"${place.replace(/[[\]]/g, '\\$&')}" is ${value.replace(/\./g, '\\.')}`),
        ),
        hint: 'Give it as text with its type: {"type":"NUMERIC","value":"…"}.',
      }),
    );
  });

  it('leaves every other part of a message alone', () => {
    const text =
      '{"params":{"arguments":{"params":[[9007199254740993],{"value":{"value":9007199254740993}}],"bindVars":[9007199254740993]}}}';
    expect(parseMessage(text)).toEqual(JSON.parse(text));
    expect(() => parseMessage('{"params":')).toThrow(SyntaxError);
  });
});

describe('numbers that came as JavaScript numbers', () => {
  it.each([
    [[2 ** 53], '"params[0]" is 9007199254740992', '{"type":"BIGINT","value":"…"}'],
    [
      [1, { type: 'NUMERIC', value: 12345678901234567890.12 }],
      '"params[1].value" is',
      '{"type":"NUMERIC","value":"…"}',
    ],
    [[{ type: 'numeric', value: 12345.678901234567 }], '"params[0].value" is', 'NUMERIC'],
  ])('%j is refused where it may have been rounded', (params, message, hint) => {
    expect(() => paramsOf(params)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  it('are doubles where a double is meant', () => {
    expect(paramsOf([1e300, { type: 'DOUBLE', value: 0.30000000000000004 }])).toEqual([
      1e300,
      { type: 'DOUBLE', value: 0.30000000000000004 },
    ]);
  });
});
