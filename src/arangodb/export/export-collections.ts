import { readQuery } from '../aql/run-query.js';
import type { ArangoSession } from '../client/arango-session.js';
import type { CollectionInfo } from '../inspect/collection-info.js';
import { inReadTransaction } from '../transaction/stream-transaction.js';
import { DocumentTexts } from './document-texts.js';
import { nameTaken, writeExportFile, type WrittenFile } from './export-file.js';
import type { ExportFolder } from './export-folder.js';
import {
  exportManifest,
  MANIFEST_FILE,
  type ExportedCollection,
  type ExportFormat,
  type ExportManifest,
} from './export-manifest.js';
import { fileNames } from './file-names.js';

export interface ExportOrder {
  readonly collections: readonly CollectionInfo[];
  readonly format: ExportFormat;
  /** Most documents in all files together. */
  readonly documentLimit: number;
  readonly maxRuntimeMs: number;
  readonly memoryLimit: number;
  /** Told the number of documents written in all after each piece; must not throw. */
  readonly onProgress: (documents: number, collection: string) => void;
}

/** Documents in one reply of the server. */
const BATCH_ROWS = 200;

/** The server writes the JSON, so that every number arrives in the file as it is stored. */
const DOCUMENTS = 'FOR document IN @@collection LIMIT @rows RETURN JSON_STRINGIFY(document)';

/**
 * Writes one file a collection and, at the very end, the manifest: a folder without one is an export that broke off.
 * All collections are read in one transaction. When anything fails, what was written is removed.
 */
export async function exportCollections(
  session: ArangoSession,
  folder: ExportFolder,
  order: ExportOrder,
): Promise<ExportManifest> {
  const startedAt = new Date().toISOString();
  const names = order.collections.map(({ name }) => name);
  const files = fileNames(names, order.format);
  const written: WrittenFile[] = [];
  try {
    for (const name of [...files, MANIFEST_FILE]) if (await folder.has(name)) throw nameTaken(name);
    const { exported, leftOut } = await inReadTransaction(session, names, order.maxRuntimeMs, (transaction) =>
      exportAll(session, folder, order, transaction, files, written),
    );
    const manifest = exportManifest({
      database: session.database,
      format: order.format,
      startedAt,
      finishedAt: new Date().toISOString(),
      documentLimit: order.documentLimit,
      collections: exported,
      collectionsLeftOut: leftOut,
    });
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    written.push(await writeExportFile(folder, MANIFEST_FILE, (write) => write(text)));
    await folder.sync();
    await folder.assertInPlace();
    return manifest;
  } catch (error) {
    for (const { name, id } of written) await folder.remove(name, id);
    await folder.removeIfMade();
    throw error;
  }
}

async function exportAll(
  session: ArangoSession,
  folder: ExportFolder,
  order: ExportOrder,
  transaction: string,
  files: readonly string[],
  written: WrittenFile[],
): Promise<{ exported: ExportedCollection[]; leftOut: string[] }> {
  const exported: ExportedCollection[] = [];
  const leftOut: string[] = [];
  let left = order.documentLimit;
  for (const [index, { name, type }] of order.collections.entries()) {
    if (left === 0) {
      leftOut.push(name);
      continue;
    }
    const before = order.documentLimit - left;
    let read = { documents: 0, complete: true };
    const file = await writeExportFile(folder, files[index] ?? '', async (write) => {
      read = await writeCollection(session, name, { ...order, transaction, limit: left, before }, write);
    });
    written.push(file);
    left -= read.documents;
    const { bytes, sha256 } = file;
    exported.push({ name, type, file: file.name, bytes, sha256, ...read });
  }
  return { exported, leftOut };
}

/** The text of one file, piece by piece. @returns what became of the collection */
async function writeCollection(
  session: ArangoSession,
  collection: string,
  order: ExportOrder & { readonly transaction: string; readonly limit: number; readonly before: number },
  write: (data: Buffer) => Promise<void>,
): Promise<{ readonly documents: number; readonly complete: boolean }> {
  const { format, limit, before, maxRuntimeMs, memoryLimit, transaction, onProgress } = order;
  if (format === 'json') await write(Buffer.from('['));
  const texts = new DocumentTexts(format, limit, write, (documents) =>
    onProgress(before + documents, collection),
  );
  const { hasMore } = await readQuery(
    session,
    {
      query: DOCUMENTS,
      bindVars: { '@collection': collection, rows: limit + 1 },
      limit,
      maxRuntimeMs,
      memoryLimit,
      stream: true,
      transaction,
      batchRows: BATCH_ROWS,
    },
    texts,
  );
  if (format === 'json') await write(Buffer.from('\n]\n'));
  return { documents: texts.documents, complete: texts.complete && !hasMore };
}
