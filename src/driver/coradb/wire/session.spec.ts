import { describe, expect, it } from 'vitest';
import { DriverError } from '../../driver-errors.js';
import { isRunning, nextState, type SessionEvent, type SessionState } from './session.js';

const STATES: readonly SessionState[] = ['connecting', 'idle', 'busy', 'cancelling', 'broken', 'closed'];
const EVENTS: readonly SessionEvent[] = ['opened', 'sent', 'cancelled', 'answered', 'failed', 'closed'];

/** Every allowed step; what is not here must throw. */
const ALLOWED: readonly (readonly [SessionState, SessionEvent, SessionState])[] = [
  ['connecting', 'opened', 'idle'],
  ['idle', 'sent', 'busy'],
  ['busy', 'answered', 'idle'],
  ['busy', 'cancelled', 'cancelling'],
  ['cancelling', 'cancelled', 'cancelling'],
  ['cancelling', 'answered', 'idle'],
  ['broken', 'answered', 'broken'],
  ['closed', 'answered', 'closed'],
  ['closed', 'failed', 'closed'],
  ...(['connecting', 'idle', 'busy', 'cancelling', 'broken'] as const).map(
    (state) => [state, 'failed', 'broken'] as const,
  ),
  ...STATES.map((state) => [state, 'closed', 'closed'] as const),
];

describe('session state table', () => {
  it.each(ALLOWED)('%s, %s: %s', (state, event, next) => {
    expect(nextState(state, event)).toBe(next);
  });

  it('allows nothing else', () => {
    const forbidden = STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)).filter(
      ([state, event]) => !ALLOWED.some(([from, on]) => from === state && on === event),
    );
    expect(forbidden.length).toBe(STATES.length * EVENTS.length - ALLOWED.length);
    for (const [state, event] of forbidden) expect(() => nextState(state, event)).toThrow(DriverError);
  });

  it('never comes back from broken or closed', () => {
    const reachable = (state: SessionState): SessionState[] =>
      ALLOWED.filter(([from]) => from === state).map(([, , to]) => to);
    expect(new Set(reachable('broken'))).toEqual(new Set(['broken', 'closed']));
    expect(new Set(reachable('closed'))).toEqual(new Set(['closed']));
  });

  it('says when a request runs', () => {
    expect(STATES.filter(isRunning)).toEqual(['busy', 'cancelling']);
  });
});
