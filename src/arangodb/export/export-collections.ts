import { unlink } from 'node:fs/promises';
import { queryBatches } from '../aql/run-query.js';
import type { ArangoSession } from '../client/arango-session.js';
import type { CollectionInfo } from '../inspect/collection-info.js';
import { inReadTransaction } from '../transaction/stream-transaction.js';
import { nameTaken, writeExportFile } from './export-file.js';
import type { ExportFolder } from './export-folder.js';
import {
  exportManifest,
  MANIFEST_FILE,
  type ExportedCollection,
  type ExportManifest,
} from './export-manifest.js';

export type ExportFormat = 'json' | 'jsonl';

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

/** Documents in one reply of the server: they may be large. */
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
  const files = order.collections.map(({ name }) => fileOf(name, order.format));
  const written: string[] = [];
  try {
    for (const name of [...files, MANIFEST_FILE]) if (await folder.has(name)) throw nameTaken(name);
    const names = order.collections.map(({ name }) => name);
    const { exported, leftOut } = await inReadTransaction(session, names, order.maxRuntimeMs, (transaction) =>
      exportAll(session, folder, order, transaction, written),
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
    await writeExportFile(folder, MANIFEST_FILE, [`${JSON.stringify(manifest, null, 2)}\n`]);
    await folder.sync();
    return manifest;
  } catch (error) {
    for (const name of written) await unlink(folder.pathTo(name)).catch(() => undefined);
    await folder.removeIfMade();
    throw error;
  }
}

async function exportAll(
  session: ArangoSession,
  folder: ExportFolder,
  order: ExportOrder,
  transaction: string,
  written: string[],
): Promise<{ exported: ExportedCollection[]; leftOut: string[] }> {
  const exported: ExportedCollection[] = [];
  const leftOut: string[] = [];
  let left = order.documentLimit;
  for (const { name, type } of order.collections) {
    if (left === 0) {
      leftOut.push(name);
      continue;
    }
    const reading = new CollectionReading(session, name, order, transaction, left);
    const file = await writeExportFile(folder, fileOf(name, order.format), reading.chunks());
    written.push(file.name);
    left -= reading.documents;
    const { bytes, sha256 } = file;
    const { documents, complete } = reading;
    exported.push({ name, type, file: file.name, documents, bytes, sha256, complete });
  }
  return { exported, leftOut };
}

/** The text of one file, piece by piece, and what became of the collection. */
class CollectionReading {
  documents = 0;
  complete = true;

  constructor(
    private readonly session: ArangoSession,
    private readonly collection: string,
    private readonly order: ExportOrder,
    private readonly transaction: string,
    private readonly limit: number,
  ) {}

  async *chunks(): AsyncGenerator<string> {
    const { format, maxRuntimeMs, memoryLimit } = this.order;
    if (format === 'json') yield '[';
    const batches = queryBatches(this.session, {
      query: DOCUMENTS,
      bindVars: { '@collection': this.collection, rows: this.limit + 1 },
      limit: this.limit,
      maxRuntimeMs,
      memoryLimit,
      stream: true,
      transaction: this.transaction,
      batchRows: BATCH_ROWS,
    });
    for await (const { result } of batches) {
      const texts = result.slice(0, this.limit - this.documents).map(String);
      this.complete = texts.length === result.length;
      if (texts.length > 0) yield this.layOut(texts);
      this.documents += texts.length;
      this.order.onProgress(this.order.documentLimit - this.limit + this.documents, this.collection);
      if (!this.complete) break;
    }
    if (format === 'json') yield '\n]\n';
  }

  private layOut(texts: readonly string[]): string {
    if (this.order.format === 'jsonl') return texts.map((text) => `${text}\n`).join('');
    return `${this.documents === 0 ? '' : ','}\n${texts.join(',\n')}`;
  }
}

/** A collection's name may hold characters that a file's name cannot. */
function fileOf(collection: string, format: ExportFormat): string {
  return `${encodeURIComponent(collection).replaceAll('*', '%2A')}.${format}`;
}
