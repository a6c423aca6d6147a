import { createHash } from 'node:crypto';
import { MANIFEST_FILE, type ExportFormat } from './export-manifest.js';

/** Longest name of a file that every usual file system takes, in bytes. */
const MAX_BYTES = 255;
/** Devices on Windows, with or without an ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const HASH_CHARS = 16;

/**
 * One file name a collection, in their order: its own name where that can be one, otherwise a shortened one that ends
 * in a hash. No two are the same, not even where upper and lower case are one, and none is the manifest's.
 */
export function fileNames(collections: readonly string[], format: ExportFormat): readonly string[] {
  const taken = new Set([MANIFEST_FILE]);
  return collections.map((collection) => {
    // A collection's name may hold characters that a file's name cannot.
    const encoded = encodeURIComponent(collection).replaceAll('*', '%2A');
    const plain = `${encoded}.${format}`;
    const usable = plain.length <= MAX_BYTES && !DEVICE.test(encoded) && !taken.has(plain.toLowerCase());
    const name = usable ? plain : shortened(encoded, collection, format);
    taken.add(name.toLowerCase());
    return name;
  });
}

function shortened(encoded: string, collection: string, format: ExportFormat): string {
  const hash = createHash('sha256').update(collection).digest('hex').slice(0, HASH_CHARS);
  const end = `~${hash}.${format}`;
  // Not in the middle of an escape such as %E3.
  const start = encoded.slice(0, MAX_BYTES - end.length).replace(/%[0-9A-F]?$/, '');
  return `${start}${end}`;
}
