import { Logger } from '@nestjs/common';
import { describe, expect, it, vi } from 'vitest';
import { CallError, GuardError, InputError } from '../../errors/call-error.js';
import { RequestFailure } from './request-failure.js';

const logger = new Logger('test');
const logged = vi.spyOn(logger, 'error').mockImplementation(() => undefined);

describe('what the failure of a request looks like', () => {
  it.each([
    [
      new InputError('Wrong.', { hint: 'Do this.' }),
      -32602,
      'Wrong. Do this.',
      { layer: 'input', hint: 'Do this.' },
    ],
    [new GuardError('Not allowed.'), -32602, 'Not allowed.', { layer: 'guard' }],
    // The engine's numbers are no codes of JSON-RPC.
    [new CallError('engine', 'No.', { code: -494 }), -32603, 'No.', { layer: 'engine', code: -494 }],
    [new CallError('broker', 'Nobody there.'), -32603, 'Nobody there.', { layer: 'broker' }],
  ])('%s', (error, code, message, data) => {
    const failure = RequestFailure.from(error, logger);
    expect(failure).toMatchObject({ code, message, data });
    expect(Object.keys(failure.data)).toEqual(Object.keys(data));
    expect(RequestFailure.from(failure, logger)).toBe(failure);
    expect(logged).not.toHaveBeenCalled();
  });

  it('hides what was not expected, and logs it', () => {
    const failure = RequestFailure.from(new TypeError('secret-1'), logger);
    expect(failure).toMatchObject({ code: -32603, data: { layer: 'server' } });
    expect(failure.message).not.toContain('secret-1');
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('secret-1'));
  });
});
