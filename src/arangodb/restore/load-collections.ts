import { z } from 'zod';
import { CallError } from '../../errors/call-error.js';
import { errorReport, type ErrorReport } from '../../errors/error-report.js';
import {
  ArangoConnectionError,
  ArangoEngineError,
  RequestStoppedError,
  mayHaveHappened,
} from '../client/arango-errors.js';
import { pathOf, type ArangoSession } from '../client/arango-session.js';
import type { ExportFolder } from '../export/export-folder.js';
import { countDocuments } from '../inspect/collection-info.js';
import { assertUnchanged, documentsOf, type StoredCollection } from './exported-files.js';

/** Most documents and bytes in one request. */
const [BATCH_DOCUMENTS, BATCH_BYTES] = [1_000, 4 * 1024 * 1024];
const NOT_FOUND = 1203;
const EDGE_TYPE = 3;

export interface LoadOrder {
  readonly collections: readonly StoredCollection[];
  /** Only checks the files and the collections. */
  readonly dryRun: boolean;
  /** Told the number of documents loaded in all; must not throw. */
  readonly onProgress: (documents: number, collection: string) => void;
}

/**
 * What became of one collection. `unknown`: a request went out, and no reply says what became of it; then, as after a
 * failure, more may be there than `loaded` counts.
 */
export interface LoadedCollection {
  readonly name: string;
  readonly outcome: 'loaded' | 'was complete' | 'would be loaded' | 'not empty' | 'failed' | 'unknown';
  /** In the file. */
  readonly documents: number;
  /** Documents of the file that are there now, those of an earlier run included. */
  readonly loaded: number;
  /** Documents that this run saved. */
  readonly saved: number;
  /** It was missing, and this run made it. */
  readonly made?: true;
  readonly error?: ErrorReport;
}

/** How far a collection has come. */
interface Progress {
  loaded: number;
  saved: number;
  made?: true;
}

const Imported = z.looseObject({ created: z.int(), errors: z.literal(0), ignored: z.int() });
const Created = z.looseObject({ name: z.string() });

/**
 * Loads the files of an export into collections that are missing or hold nothing but documents of that file, so that a
 * run that broke off is gone on with by running it again. Each batch is there whole or not at all. A collection that
 * fails does not keep the others from being loaded; a call that is stopped ends here.
 */
export async function loadCollections(
  session: ArangoSession,
  folder: ExportFolder,
  order: LoadOrder,
): Promise<readonly LoadedCollection[]> {
  const done: LoadedCollection[] = [];
  let before = 0;
  for (const stored of order.collections) {
    const progress: Progress = { loaded: 0, saved: 0 };
    const { name, documents } = stored;
    try {
      const outcome = await loadOne(session, folder, stored, order, progress, before);
      done.push({ name, outcome, documents, ...progress });
    } catch (failure) {
      const lost = failure instanceof LostReply;
      const { error, stopped } = lost ? lostReport(failure.cause) : failureOf(failure);
      done.push({ name, outcome: lost ? 'unknown' : 'failed', documents, ...progress, error });
      if (stopped) break;
    }
    before += progress.loaded;
  }
  return done;
}

async function loadOne(
  session: ArangoSession,
  folder: ExportFolder,
  stored: StoredCollection,
  { dryRun, onProgress }: LoadOrder,
  progress: Progress,
  before: number,
): Promise<LoadedCollection['outcome']> {
  await assertUnchanged(folder, stored);
  const { name, type, documents } = stored;
  const there = await countOf(session, name);
  // More than the file has cannot be what an earlier run left.
  if ((there ?? 0) > documents) return 'not empty';
  if (dryRun) return there === documents && documents > 0 ? 'was complete' : 'would be loaded';
  if (there === undefined) {
    const body = { name, ...(type === 'edge' && { type: EDGE_TYPE }) };
    await changing(() => session.request({ method: 'POST', path: pathOf('collection'), body }, Created));
    progress.made = true;
  }
  for await (const { text, count } of batchesOf(folder, stored.file)) {
    const created = await changing(() => importBatch(session, name, text, count));
    progress.saved += created;
    progress.loaded += count;
    onProgress(before + progress.loaded, name);
  }
  // What was ignored must be all that was there before: otherwise the collection holds other documents as well.
  const now = await countDocuments(session, name);
  if (now !== documents) return 'not empty';
  return progress.saved === 0 && documents > 0 ? 'was complete' : 'loaded';
}

/** @returns documents saved; the others were there already */
async function importBatch(
  session: ArangoSession,
  collection: string,
  text: string,
  count: number,
): Promise<number> {
  const { created, ignored } = await session.request(
    {
      method: 'POST',
      path: pathOf('import'),
      // A batch is whole or not at all; documents of an earlier run stay as they are.
      search: { collection, type: 'documents', complete: true, onDuplicate: 'ignore' },
      text,
    },
    Imported,
  );
  if (created + ignored === count) return created;
  throw new ArangoConnectionError(
    `The reply to ${count} documents is not that of ArangoDB: it has ${created} created and ${ignored} ignored.`,
    { hint: 'Check ARANGO_URL, and what stands between here and the server.', mayHaveHappened: true },
  );
}

/** A request that changes something failed, and may have been carried out all the same. */
class LostReply extends Error {
  constructor(override readonly cause: unknown) {
    super('no reply says what became of a request');
  }
}

/** @throws LostReply */
async function changing<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (failure) {
    throw mayHaveHappened(failure) ? new LostReply(failure) : failure;
  }
}

async function countOf(session: ArangoSession, name: string): Promise<number | undefined> {
  try {
    return await countDocuments(session, name);
  } catch (error) {
    if (error instanceof ArangoEngineError && error.errorNum === NOT_FOUND) return undefined;
    throw error;
  }
}

async function* batchesOf(
  folder: ExportFolder,
  file: string,
): AsyncGenerator<{ readonly text: string; readonly count: number }> {
  let documents: Buffer[] = [];
  let bytes = 0;
  for await (const document of documentsOf(folder, file)) {
    documents.push(document);
    bytes += document.length;
    if (documents.length < BATCH_DOCUMENTS && bytes < BATCH_BYTES) continue;
    yield { text: linesOf(documents), count: documents.length };
    documents = [];
    bytes = 0;
  }
  if (documents.length > 0) yield { text: linesOf(documents), count: documents.length };
}

function linesOf(documents: readonly Buffer[]): string {
  return documents.map((document) => `${document.toString()}\n`).join('');
}

interface Failure {
  readonly error: ErrorReport;
  readonly stopped: boolean;
}

/** @throws what is no failure of the call but of this server */
function failureOf(failure: unknown): Failure {
  if (failure instanceof RequestStoppedError) {
    const message = `The call was stopped: ${failure.because}.`;
    return { error: { layer: 'guard', message, hint: 'Call again to go on.' }, stopped: true };
  }
  if (failure instanceof CallError) return { error: errorReport(failure), stopped: false };
  throw failure;
}

function lostReport(failure: unknown): Failure {
  const { error, stopped } = failureOf(failure);
  const message = `The request was sent, but no reply says that it was carried out: it may have been. ${error.message}`;
  const hint = 'Call again to go on: documents that are there already are left as they are.';
  return { error: { ...error, message, hint }, stopped };
}
