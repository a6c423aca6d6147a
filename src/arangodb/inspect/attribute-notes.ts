import { nearestName } from '../../config/nearest-name.js';
import type { QueryPlan } from '../aql/query-plan.js';
import { usedAttributes } from '../aql/used-attributes.js';
import type { ArangoSession } from '../client/arango-session.js';
import { ReplyLimits } from '../reply/reply-limits.js';
import { sampleDocuments } from './sample.js';
import { sampledShape } from './sampled-shape.js';

/** Documents looked at in a collection, and collections looked at. */
const [SAMPLED, MOST_COLLECTIONS] = [100, 3];
/** Shortest path that is compared, in characters. */
const SHORTEST = 3;
/** How long a sample may take, in ms: it only helps. */
const SAMPLE_MS = 2_000;
/** Most text of the documents looked at, and of one string in them, in characters. */
const [SAMPLE_CHARS, CELL_CHARS] = [1_000_000, 100];

/** True where no row says anything: an attribute that does not exist is null in AQL, and no error. */
export function foundNothing(rows: readonly unknown[]): boolean {
  return rows.every(isEmpty);
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).every((each) => each === null));
}

/**
 * Attributes that a query reads and no document of a sample has, where one of the sample has nearly that name.
 * @param transaction the sample is read in
 */
export async function attributeNotes(
  session: ArangoSession,
  plan: QueryPlan | undefined,
  transaction: string,
): Promise<readonly string[]> {
  if (!plan) return [];
  const notes: string[] = [];
  for (const [collection, used] of [...usedAttributes(plan)].slice(0, MOST_COLLECTIONS)) {
    const rows = await sampleOf(session, collection, transaction);
    const known = sampledShape(rows).paths.map(({ path }) => path.replaceAll('[]', ''));
    for (const path of used) {
      const nearest = known.includes(path) ? undefined : nearestPath(path, known);
      if (nearest === undefined) continue;
      notes.push(
        `None of ${rows.length} sampled documents of ${collection} has "${path}". Did you mean "${nearest}"?`,
      );
    }
  }
  return notes;
}

/** Names are compared without regard to case; very short ones are like too many others. */
function nearestPath(path: string, known: readonly string[]): string | undefined {
  if (path.length < SHORTEST) return undefined;
  const byUpper = new Map(known.map((each) => [each.toUpperCase(), each]));
  return byUpper.get(nearestName(path, [...byUpper.keys()]) ?? '');
}

async function sampleOf(
  session: ArangoSession,
  collection: string,
  transaction: string,
): Promise<readonly unknown[]> {
  const limits = { limit: SAMPLED, maxRuntimeMs: SAMPLE_MS, memoryLimit: 0, transaction };
  try {
    const shapes = new ReplyLimits(CELL_CHARS, SAMPLE_CHARS);
    return (await sampleDocuments(session, collection, false, limits, shapes)).rows;
  } catch {
    return [];
  }
}
