import { edgeText } from '../../../test/helpers/at-edge.js';
import { Logger } from '@nestjs/common';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ALL_CAPABILITIES, fakeConnection } from '../../../test/helpers/fake-connection.js';
import { BrokerError, ConnectionLostError, EngineError } from '../../driver/driver-errors.js';
import type { Connection } from '../../driver/driver.js';
import { CallDeadline } from '../../limits/call-deadline.js';
import { DriverLimits } from '../policy/driver-limits.js';
import { commit, rollBack } from './end-transaction.js';
import type { CallDocument } from '../reply/reply-document.js';
import { StoppableConnection } from './stoppable-connection.js';

afterEach(() => void vi.restoreAllMocks());

function begin(changes: Partial<Connection> = {}) {
  const client = new AbortController();
  const connection = fakeConnection(changes);
  const deadline = new CallDeadline(0, client.signal);
  const stoppable = new StoppableConnection(connection, deadline, 1_000, new DriverLimits(ALL_CAPABILITIES));
  const document: CallDocument = { login: 'dba@h:1/d', elapsedMs: 0, statements: [] };
  return { client, connection, stoppable, document };
}

describe('the commit', () => {
  it('that was confirmed is committed', async () => {
    const { document, stoppable } = begin();
    await commit(document, stoppable);
    expect(document).toEqual({ login: 'dba@h:1/d', elapsedMs: 0, statements: [], transaction: 'committed' });
  });

  it('whose reply never came is unknown, says what to check, and is not followed by a rollback', async () => {
    const { connection, document, stoppable } = begin({
      commit: () => Promise.reject(new ConnectionLostError('the broker reset the connection')),
    });
    await commit(document, stoppable);
    expect(document).toMatchObject({
      transaction: 'unknown',
      stopped: 'error',
      error: { layer: 'broker' },
    });
    expect(edgeText(document.error?.hint)).toBe(
      'Check with execute_select whether the changes are there before you send them again.',
    );
    expect(document.error?.message).toContain('the broker reset the connection');
    expect(connection.events).toEqual(['commit']);
  });

  it.each([
    ['the engine refused', new EngineError('CoraDB', -529, 'Transaction cannot be committed.'), 'engine'],
    [
      'was never sent',
      new BrokerError('nothing was sent: the broker closed the connection before'),
      'broker',
    ],
  ])('that %s is rolled back', async (_name, error, layer) => {
    const { connection, document, stoppable } = begin({ commit: () => Promise.reject(error) });
    await commit(document, stoppable);
    expect(document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'the commit failed',
      stopped: 'error',
      error: { layer },
    });
    expect(connection.events).toEqual(['commit', 'rollback']);
  });

  it('that hit a fault of this program is unknown, and the log has the fault', async () => {
    const logged = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const { document, stoppable } = begin({ commit: () => Promise.reject(new TypeError('secret detail')) });
    await commit(document, stoppable);
    expect(document).toMatchObject({ transaction: 'unknown', error: { layer: 'server' } });
    expect(JSON.stringify(document)).not.toContain('secret detail');
    expect(logged).toHaveBeenCalledOnce();
  });

  it('is not cut short by a cancel: the outcome is what the server says', async () => {
    let confirm: () => void = () => undefined;
    const { client, connection, document, stoppable } = begin({
      commit: () => new Promise((resolve) => (confirm = resolve)),
    });
    const ended = commit(document, stoppable);
    client.abort();
    confirm();
    await ended;
    expect(document.transaction).toBe('committed');
    expect(connection.events).toEqual(['commit']);
  });
});

describe('the rollback', () => {
  it('is said with its reason', async () => {
    const { document, stoppable } = begin();
    await rollBack(document, stoppable, 'dryRun was requested');
    expect(document).toMatchObject({ transaction: 'rolled back', rolledBackBecause: 'dryRun was requested' });
  });

  it('over a lost connection is done by the server', async () => {
    const { connection, document, stoppable } = begin({
      rollback: () => Promise.reject(new ConnectionLostError('reset')),
    });
    await rollBack(document, stoppable, 'statement 1 failed');
    expect(document.transaction).toBe('rolled back');
    expect(connection.events).toEqual(['rollback', 'destroy']);
  });
});
