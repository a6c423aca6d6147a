import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { GuardError, InputError } from '../../errors/call-error.js';
import { ExportError } from '../export/export-error.js';
import type { ExportFolder } from '../export/export-folder.js';
import { MANIFEST_FILE } from '../export/export-manifest.js';

/** Never through a link, and never waiting for a pipe: the folder may hold what somebody else put there. */
const EXISTING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const MAX_MANIFEST_BYTES = 8 * 1024 * 1024;
/** Longest document that is loaded, in bytes. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

const Manifest = z.looseObject({
  database: z.string(),
  format: z.enum(['json', 'jsonl']),
  collections: z.array(
    z.looseObject({
      name: z.string(),
      type: z.enum(['document', 'edge']),
      file: z.string().regex(/^[^/\\]+$/),
      documents: z.int().min(0),
      bytes: z.int().min(0),
      sha256: z.string(),
      complete: z.boolean(),
    }),
  ),
});
export type StoredExport = z.infer<typeof Manifest>;
export type StoredCollection = StoredExport['collections'][number];

/** @throws InputError when the folder has no manifest of an export of this server */
export async function readManifest(folder: ExportFolder): Promise<StoredExport> {
  const file = await openFile(folder, MANIFEST_FILE);
  try {
    const { size } = await file.stat();
    const text = size <= MAX_MANIFEST_BYTES ? await file.readFile('utf8') : '';
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new InputError(`"${MANIFEST_FILE}" in this folder is not that of an export of this server.`, {
      hint: 'Give the folder of an arango_export that ended well.',
    });
  } finally {
    await file.close();
  }
}

/** Reads a file through and compares it with the manifest. @throws GuardError when it differs */
export async function assertUnchanged(folder: ExportFolder, { file: name, bytes, sha256 }: StoredCollection) {
  const hash = createHash('sha256');
  let read = 0;
  for await (const piece of piecesOf(folder, name)) {
    hash.update(piece);
    read += piece.length;
  }
  if (read === bytes && hash.digest('hex') === sha256) return;
  throw new GuardError(
    `"${name}" is not the file that was exported: its checksum differs from the manifest's.`,
    {
      hint: 'Export again, or bring the original file back.',
    },
  );
}

/**
 * The documents of a file, each as its JSON text: numbers stay as they stand there.
 * @throws GuardError for a document that is too large
 */
export async function* documentsOf(folder: ExportFolder, name: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const piece of piecesOf(folder, name)) {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      const document = textOf(Buffer.concat([...rest, piece.subarray(from, end)]));
      if (document) yield document;
      rest = [];
      restBytes = 0;
      from = end + 1;
    }
    const left = Buffer.from(piece.subarray(from));
    rest.push(left);
    restBytes += left.length;
    if (restBytes > MAX_DOCUMENT_BYTES) throw new GuardError(`A document in "${name}" is larger than 64 MB.`);
  }
  const last = textOf(Buffer.concat(rest));
  if (last) yield last;
}

/** A line of a file is a document, with a comma behind it in the format json, or a bracket of its list. */
function textOf(line: Buffer): Buffer | undefined {
  const text = line.at(-1) === 0x2c ? line.subarray(0, -1) : line;
  return text.length > 1 ? text : undefined;
}

async function* piecesOf(folder: ExportFolder, name: string): AsyncGenerator<Buffer> {
  const file = await openFile(folder, name);
  for await (const piece of file.createReadStream({ highWaterMark: 64 * 1024 })) yield piece as Buffer;
}

async function openFile(folder: ExportFolder, name: string): Promise<FileHandle> {
  const hint = 'Give the folder of an arango_export that ended well.';
  let file: FileHandle;
  try {
    file = await open(folder.pathTo(name), EXISTING);
  } catch (error) {
    throw new ExportError(`"${name}" cannot be read`, error, hint);
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new GuardError(`"${name}" is not a file.`, { hint });
}
