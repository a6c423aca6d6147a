import { z } from 'zod';
import { CallError } from '../../errors/call-error.js';
import { errorReport, type ErrorReport } from '../../errors/error-report.js';
import { ArangoEngineError, RequestStoppedError } from '../client/arango-errors.js';
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

/** What became of one collection. `loaded` counts the documents that are there now of those in the file. */
export interface LoadedCollection {
  readonly name: string;
  readonly outcome: 'loaded' | 'was complete' | 'would be loaded' | 'not empty' | 'failed';
  readonly documents: number;
  readonly loaded: number;
  readonly error?: ErrorReport;
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
    const progress = { loaded: 0 };
    const { name, documents } = stored;
    try {
      const outcome = await loadOne(session, folder, stored, order, progress, before);
      done.push({ name, outcome, documents, loaded: progress.loaded });
    } catch (failure) {
      done.push({ name, outcome: 'failed', documents, loaded: progress.loaded, error: reportOf(failure) });
      if (failure instanceof RequestStoppedError) break;
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
  progress: { loaded: number },
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
    await session.request({ method: 'POST', path: pathOf('collection'), body }, Created);
  }
  let created = 0;
  for await (const { text, count } of batchesOf(folder, stored.file)) {
    const reply = await session.request(
      {
        method: 'POST',
        path: pathOf('import'),
        // A batch is whole or not at all; documents of an earlier run stay as they are.
        search: { collection: name, type: 'documents', complete: true, onDuplicate: 'ignore' },
        text,
      },
      Imported,
    );
    created += reply.created;
    progress.loaded += Math.min(count, reply.created + reply.ignored);
    onProgress(before + progress.loaded, name);
  }
  // What was ignored must be all that was there before: otherwise the collection holds other documents as well.
  const now = await countDocuments(session, name);
  if (now !== documents) return 'not empty';
  return created === 0 && documents > 0 ? 'was complete' : 'loaded';
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

/** @throws what is no failure of the call but of this server */
function reportOf(failure: unknown): ErrorReport {
  if (failure instanceof RequestStoppedError) {
    return {
      layer: 'guard',
      message: `The call was stopped: ${failure.because}.`,
      hint: 'Call again to go on.',
    };
  }
  if (failure instanceof CallError) return errorReport(failure);
  throw failure;
}
