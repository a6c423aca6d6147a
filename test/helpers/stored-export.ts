import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the folder of an export of one collection, as `arango_export` leaves it. @param documents as JSON texts */
export async function writeExport(folder: string, name: string, documents: readonly string[]): Promise<void> {
  const text = documents.map((document) => `${document}\n`).join('');
  const file = `${name}.jsonl`;
  const collection = {
    name,
    type: 'document',
    file,
    documents: documents.length,
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    complete: true,
  };
  await mkdir(folder);
  await writeFile(join(folder, file), text);
  const manifest = { database: '_system', format: 'jsonl', collections: [collection] };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
}
