import { z } from 'zod';
import { ArangoEngineError } from '../client/arango-errors.js';
import { pathOf, type ArangoSession } from '../client/arango-session.js';
import { listCollections } from './collection-info.js';
import { inParallel } from './in-parallel.js';

/** Collections whose figures are asked for at the same time. */
const AT_ONCE = 8;

const Version = z.looseObject({ server: z.literal('arango'), version: z.string(), license: z.string() });
const Engine = z.looseObject({ name: z.string() });
const Role = z.looseObject({ role: z.string() });
const Availability = z.looseObject({ mode: z.string() });
const License = z.looseObject({
  license: z.string(),
  status: z.string().optional(),
  upgrading: z.boolean().optional(),
  /** `expires` in seconds since 1970. */
  features: z.looseObject({ expires: z.number().optional() }).optional(),
  diskUsage: z.looseObject({}).optional(),
});
const Current = z.looseObject({ result: z.looseObject({ name: z.string() }) });
const Figures = z.looseObject({ name: z.string(), count: z.number(), figures: z.looseObject({}) });

/** Roles of `/_admin/server/role` in words. */
const DEPLOYMENT: Readonly<Record<string, string>> = { SINGLE: 'single server', COORDINATOR: 'cluster' };

/** What the server says about itself; what the user may not see is in `notShown`, with the server's words. */
export async function serverStatus(session: ArangoSession): Promise<Record<string, unknown>> {
  const { version, license } = await session.request({ method: 'GET', path: pathOf('version') }, Version);
  const notShown: Record<string, string> = {};
  const optional = async <T>(what: string, path: string, shape: z.ZodType<T>): Promise<T | undefined> => {
    try {
      return await session.request({ method: 'GET', path }, shape);
    } catch (error) {
      if (!(error instanceof ArangoEngineError)) throw error;
      notShown[what] = error.message;
      return undefined;
    }
  };
  const engine = await optional('engine', pathOf('engine'), Engine);
  const role = await optional('role', '_admin/server/role', Role);
  const ready = await optional('ready', '_admin/server/availability', Availability);
  const details = await optional('licenseDetails', '_admin/license', License);
  const current = await optional('databaseInfo', pathOf('database', 'current'), Current);
  return {
    version,
    license,
    ...(details && { licenseDetails: licenseDetails(details) }),
    ...(engine && { engine: engine.name }),
    ...(role && { role: role.role, deployment: DEPLOYMENT[role.role] ?? role.role }),
    // A server in maintenance or starting answers with an error.
    ready: ready !== undefined,
    ...(ready && { mode: ready.mode }),
    ...(current && { databaseInfo: current.result }),
    ...(Object.keys(notShown).length > 0 && { notShown }),
  };
}

/** Without the key and its hash. */
function licenseDetails({ status, upgrading, features, diskUsage }: z.infer<typeof License>): object {
  const { expires } = features ?? {};
  return {
    status,
    ...(expires !== undefined && { expires: timeOf(expires) }),
    ...(upgrading !== undefined && { upgrading }),
    ...(diskUsage && { diskUsage }),
  };
}

/** @returns ISO 8601; the number itself where it is no time */
function timeOf(seconds: number): string | number {
  const time = new Date(seconds * 1_000);
  return Number.isNaN(time.getTime()) ? seconds : time.toISOString();
}

/** Documents, sizes in bytes and indexes of each collection, system ones left out. */
export async function collectionFigures(session: ArangoSession): Promise<readonly object[]> {
  const collections = await listCollections(session, false);
  return inParallel(collections, AT_ONCE, async ({ name, type }) => {
    try {
      const path = pathOf('collection', name, 'figures');
      const { count, figures } = await session.request({ method: 'GET', path }, Figures);
      return { name, type, count, ...figures };
    } catch (error) {
      if (error instanceof ArangoEngineError) return { name, type, notShown: error.message };
      throw error;
    }
  });
}
