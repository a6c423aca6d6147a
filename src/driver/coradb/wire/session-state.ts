import { DriverError } from '../../driver-errors.js';

/**
 * - `connecting`: the open-database block and the requests right after it
 * - `idle`: a request may be sent
 * - `busy`: one request is out, its reply has not arrived
 * - `cancelling`: as `busy`, and a cancel message was sent for it
 * - `broken`: the stream is lost or out of step; nothing is sent any more
 * - `closed`: closed by us
 */
export type SessionState = 'connecting' | 'idle' | 'busy' | 'cancelling' | 'broken' | 'closed';

export type SessionEvent = 'opened' | 'sent' | 'cancelled' | 'answered' | 'failed' | 'closed';

/** What may happen in each state, and where it leads. `broken` and `closed` are never left for a live state. */
const TRANSITIONS: Readonly<Record<SessionState, Partial<Record<SessionEvent, SessionState>>>> = {
  connecting: { opened: 'idle', failed: 'broken', closed: 'closed' },
  idle: { sent: 'busy', failed: 'broken', closed: 'closed' },
  busy: { answered: 'idle', cancelled: 'cancelling', failed: 'broken', closed: 'closed' },
  cancelling: { answered: 'idle', cancelled: 'cancelling', failed: 'broken', closed: 'closed' },
  // The server may close right behind a reply (cas-protocol §3.6); the reply counts all the same.
  broken: { answered: 'broken', failed: 'broken', closed: 'closed' },
  closed: { answered: 'closed', failed: 'closed', closed: 'closed' },
};

/**
 * The state after an event.
 * @throws DriverError when the event cannot happen in this state, such as a second request while one runs
 */
export function nextState(state: SessionState, event: SessionEvent): SessionState {
  const next = TRANSITIONS[state][event];
  if (next !== undefined) return next;
  throw new DriverError(`A connection to CoraDB that is ${state} cannot take the event "${event}".`);
}

/** True in the states in which a request is under way on the server. */
export function isRunning(state: SessionState): boolean {
  return state === 'busy' || state === 'cancelling';
}
