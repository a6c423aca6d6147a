import { settingName } from '../../errors/edge-names.js';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALL_CAPABILITIES, fakeConnection } from '../../../test/helpers/fake-connection.js';
import { ConnectionLostError, EngineError } from '../../driver/driver-errors.js';
import type { Connection } from '../../driver/driver.js';
import { CallDeadline } from '../../limits/call-deadline.js';
import { DriverLimits } from '../policy/driver-limits.js';
import { StoppableConnection } from './stoppable-connection.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(timeoutMs: number, changes: Partial<Connection> = {}, canCancel = true) {
  const client = new AbortController();
  const connection = fakeConnection(changes);
  const deadline = new CallDeadline(timeoutMs, client.signal);
  const limits = new DriverLimits({ ...ALL_CAPABILITIES, cancel: canCancel });
  const stoppable = new StoppableConnection(connection, deadline, 60_000, limits);
  return { client, connection, deadline, stoppable };
}

const never = (): Promise<never> => new Promise(() => undefined);
const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('a request of a call', () => {
  it('gets what is left of the time and a little more, so that the server ends it even alone', async () => {
    const { stoppable } = open(5_000);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await stoppable.run((timeoutMs) => Promise.resolve(timeoutMs))).toBe(5_000);
  });

  it('gets the limit of a statement when the call has none', async () => {
    expect(await open(0).stoppable.run((timeoutMs) => Promise.resolve(timeoutMs))).toBe(60_000);
  });

  it('is cancelled on the server first, and the connection dropped after the grace', async () => {
    const { connection, stoppable } = open(500);
    const failure = failureOf(stoppable.run(never));
    await vi.advanceTimersByTimeAsync(500);
    expect(connection.events).toEqual(['cancel']);
    await vi.advanceTimersByTimeAsync(999);
    expect(connection.events).toEqual(['cancel']);
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.events).toEqual(['cancel', 'destroy']);
    expect(await failure).toMatchObject({ reason: 'timeout' });
    expect(stoppable.isDropped).toBe(true);
    expect(await stoppable.rollback()).toBe(false);
    expect(connection.events).toEqual(['cancel', 'destroy']);
  });

  it('keeps the connection when the cancelled statement ends within the grace', async () => {
    let interrupt: (error: Error) => void = () => undefined;
    const running = new Promise<never>((_, reject) => (interrupt = reject));
    const { client, connection, stoppable } = open(0, {
      cancel: () => {
        interrupt(new EngineError('CoraDB', -4, 'Has been interrupted.'));
        return Promise.resolve();
      },
    });
    const failure = failureOf(stoppable.run(() => running));
    client.abort();
    expect(await failure).toMatchObject({ reason: 'cancelled' });
    expect(await stoppable.rollback()).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.events).toEqual(['cancel', 'rollback']);
    expect(stoppable.isDropped).toBe(false);
  });

  it('that succeeded after the call was stopped counts as stopped', async () => {
    const { client, stoppable } = open(0);
    const failure = failureOf(
      stoppable.run(() => {
        client.abort();
        return Promise.resolve('done');
      }),
    );
    expect(await failure).toMatchObject({ reason: 'cancelled' });
  });

  it('is not started, and nothing cancelled, once the call was stopped', async () => {
    const { client, connection, stoppable } = open(0);
    client.abort();
    const work = vi.fn(never);
    expect(await failureOf(stoppable.run(work))).toMatchObject({ reason: 'cancelled' });
    expect(work).not.toHaveBeenCalled();
    expect(connection.events).toEqual([]);
  });

  it('drops the connection at once when the driver cannot cancel', async () => {
    const { client, connection, stoppable } = open(0, {}, false);
    const failure = failureOf(stoppable.run(never));
    client.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.events).toEqual(['destroy']);
    expect(await failure).toMatchObject({ reason: 'cancelled' });
  });

  it('survives a cancel that fails', async () => {
    const { client, stoppable } = open(0, { cancel: () => Promise.reject(new Error('no broker')) });
    const failure = failureOf(stoppable.run(never));
    client.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await failure).toMatchObject({ reason: 'cancelled' });
  });

  it.each([
    ['an interruption by the server', 100, new EngineError('CoraDB', -4, 'Has been interrupted.')],
    ['a silence beyond the limit', 61_000, new ConnectionLostError('no answer within 61000 ms')],
  ])('without a limit of the call, %s is the time limit of a statement', async (_name, ms, error) => {
    const { stoppable } = open(0);
    const failure = failureOf(
      stoppable.run(() => new Promise((_, reject) => setTimeout(() => reject(error), ms))),
    );
    await vi.advanceTimersByTimeAsync(ms);
    expect(await failure).toMatchObject({
      reason: 'timeout',
      because: `a statement ran longer than 60000 ms (${settingName('queryTimeoutMs')})`,
    });
  });

  it('an interruption within the limit of the call is the engine speaking: somebody else stopped it', async () => {
    const error = new EngineError('CoraDB', -4, 'Has been interrupted.');
    expect(await failureOf(open(5_000).stoppable.run(() => Promise.reject(error)))).toBe(error);
  });

  it('a connection lost before the limit stays what it is', async () => {
    const error = new ConnectionLostError('reset');
    expect(await failureOf(open(0).stoppable.run(() => Promise.reject(error)))).toBe(error);
  });
});

describe('a rollback', () => {
  it('that fails drops the connection, which rolls back', async () => {
    const { connection, stoppable } = open(0, {
      rollback: () => Promise.reject(new ConnectionLostError('reset')),
    });
    expect(await stoppable.rollback()).toBe(false);
    expect(connection.events).toEqual(['rollback', 'destroy']);
  });

  it('without an answer has a grace after the call was stopped', async () => {
    const { client, connection, stoppable } = open(0, { rollback: never });
    const ended = stoppable.rollback();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(stoppable.isDropped).toBe(false);
    client.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await ended).toBe(false);
    // No cancel message: it could only hit what comes next.
    expect(connection.events).toEqual(['rollback', 'destroy']);
  });

  it('of a call that is stopped already has the same grace', async () => {
    const { client, connection, stoppable } = open(0, { rollback: never });
    client.abort();
    const ended = stoppable.rollback();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await ended).toBe(false);
    expect(connection.events).toEqual(['rollback', 'destroy']);
  });
});

it('requests leave no timers and no listeners behind, however they end', async () => {
  const { deadline, stoppable } = open(60_000);
  for (let request = 0; request < 50; request++) {
    await stoppable.run(() => Promise.resolve());
    await failureOf(stoppable.run(() => Promise.reject(new Error('no'))));
    await stoppable.rollback();
  }
  expect(getEventListeners(deadline.signal, 'abort')).toHaveLength(0);
  deadline.dispose();
  expect(vi.getTimerCount()).toBe(0);
});
