import { z } from 'zod';
import { nearestName } from '../../config/nearest-name.js';
import { ArangoEngineError } from '../client/arango-errors.js';
import { pathOf, type ArangoSession } from '../client/arango-session.js';
import { listCollections } from './collection-info.js';
import { listGraphs } from './graphs-and-views.js';

/** Errors "collection or view not found" and "graph not found". */
const [NO_SUCH_SOURCE, NO_SUCH_GRAPH] = [1203, 1924];

/** How long the names may take, in ms: they only help. */
const LIMIT_MS = 2_000;

const Views = z.looseObject({ result: z.array(z.looseObject({ name: z.string() })) });

/** The failure with the name that was probably meant, where the engine does not know one. */
export async function withNearestName(session: ArangoSession, failure: unknown): Promise<unknown> {
  if (!(failure instanceof ArangoEngineError)) return failure;
  const { errorNum, engineMessage } = failure;
  const known = NAMES[errorNum];
  const wanted = unknownName(engineMessage);
  if (!known || wanted === undefined || session.stopped) return failure;
  const late = new Promise<readonly string[]>((resolve) => setTimeout(resolve, LIMIT_MS, []).unref());
  const names = await Promise.race([known(session).catch(() => []), late]);
  // Compared without regard to case.
  const byUpper = new Map(names.map((name) => [name.toUpperCase(), name]));
  const nearest = byUpper.get(nearestName(wanted, [...byUpper.keys()]) ?? '');
  return nearest === undefined
    ? failure
    : failure.withHint(`Did you mean "${nearest}"? ${failure.hint ?? ''}`.trim());
}

const NAMES: Readonly<Record<number, (session: ArangoSession) => Promise<readonly string[]>>> = {
  [NO_SUCH_SOURCE]: async (session) => {
    const [collections, views] = await Promise.all([
      listCollections(session, true),
      session.request({ method: 'GET', path: pathOf('view') }, Views),
    ]);
    return [...collections, ...views.result].map(({ name }) => name);
  },
  [NO_SUCH_GRAPH]: async (session) => (await listGraphs(session)).map(({ name }) => name),
};

/** `collection or view not found: nosuch`, with or without quotes; also `graph 'g' not found`. */
function unknownName(message: string): string | undefined {
  const [, behind, inside] = /not found:? '?([^\s'"]+)|['"]([^'"]+)['"] not found/.exec(message) ?? [];
  return inside ?? behind;
}
