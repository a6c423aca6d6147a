import { describe, expect, it } from 'vitest';
import { BrokerError, ConnectionLostError, EngineError } from '../../driver-errors.js';
import { connectionLost, describeFailure } from './broker-failure.js';
import { GivenUp } from './deadline.js';
import { WireFormatError } from './codec/reader.js';

const PLACE = { address: { host: 'db1', port: 33000 }, step: 'prepare' };
const IN_FRONT = 'Could not work with CoraDB at db1:33000 (prepare): ';

function systemError(code: string): Error {
  return Object.assign(new Error(`connect ${code} 10.0.0.1:33000`), { code });
}

describe('describeFailure', () => {
  it.each([
    ['ECONNREFUSED', 'connection refused'],
    ['ENOTFOUND', 'unknown host name'],
    ['ECONNRESET', 'the broker reset the connection'],
    ['EPIPE', 'the broker closed the connection'],
    ['CERT_HAS_EXPIRED', "the broker's certificate has expired"],
    ['EWHATEVER', 'connect EWHATEVER 10.0.0.1:33000'],
  ])('puts %s into words', (code, words) => {
    const failure = describeFailure(PLACE, systemError(code));
    expect(failure).toBeInstanceOf(ConnectionLostError);
    expect(failure).toMatchObject({ message: IN_FRONT + words, code, layer: 'broker' });
  });

  it("leaves the engine's own words alone", () => {
    const error = new EngineError('CoraDB', -171, 'Incorrect or missing password.');
    expect(describeFailure(PLACE, error)).toBe(error);
  });

  it('keeps code and hint of the broker, and its kind', () => {
    const refusal = new BrokerError('Broker error -10017: no free CAS', { code: -10017, hint: 'Wait.' });
    const failure = describeFailure(PLACE, refusal);
    expect(failure).toMatchObject({ name: 'BrokerError', code: -10017, hint: 'Wait.' });
    expect(failure.message).toBe(`${IN_FRONT}Broker error -10017: no free CAS`);
    expect(failure.cause).toBe(refusal);
  });

  it('takes bytes that make no sense for the end of the connection', () => {
    const failure = describeFailure(PLACE, new WireFormatError('the end of the reply', 12, '3 more bytes'));
    expect(failure).toBeInstanceOf(ConnectionLostError);
    expect(failure.message).toContain('expected the end of the reply at byte 12, found 3 more bytes');
  });

  it('tells a caller who gave up from a broker that stayed silent', () => {
    const time = describeFailure(PLACE, new GivenUp('no answer within 5 ms', 'time'));
    const cancelled = describeFailure(PLACE, new GivenUp('the call was cancelled', 'cancelled'));
    expect([time.name, cancelled.name]).toEqual(['ConnectionLostError', 'BrokerError']);
  });

  it('names the place once only', () => {
    const inner = connectionLost({ ...PLACE, step: 'hello' }, 'closed');
    expect(describeFailure(PLACE, inner)).toBe(inner);
  });
});
