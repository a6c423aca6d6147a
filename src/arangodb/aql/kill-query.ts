import { z } from 'zod';
import { pathOf, type ArangoSession } from '../client/arango-session.js';

/** How long each of the two requests may take, in ms. */
const LIMIT_MS = 2_000;

const Running = z.array(z.looseObject({ id: z.string(), query: z.string() }));

/**
 * Stops a running query on the server, found by its marker. The server's `maxRuntime` stops it later all the same, so
 * a failure here is no failure of the call.
 * @param marker text that only this query starts with
 * @returns true when the server took the order
 */
export async function killQuery(session: ArangoSession, marker: string): Promise<boolean> {
  try {
    const request = { method: 'GET', path: pathOf('query', 'current') } as const;
    const running = await session.afterStop(request, Running, LIMIT_MS);
    const ours = running.find(({ query }) => query.startsWith(marker));
    if (!ours) return false;
    await session.afterStop({ method: 'DELETE', path: pathOf('query', ours.id) }, z.unknown(), LIMIT_MS);
    return true;
  } catch {
    return false;
  }
}
