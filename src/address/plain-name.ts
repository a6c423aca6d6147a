/** Longest name of a database or collection in bytes (ArangoDB's limit for extended names is below it). */
const MAX_NAME_BYTES = 256;

/**
 * True for a name that may stand in the path of a request. An URL resolves `.` and `..` even where they are encoded, so
 * such a "name" would reach another database; the other rules are ArangoDB's own for extended names.
 */
export function isPlainName(name: string): boolean {
  return (
    name !== '.' &&
    name !== '..' &&
    name.trim() === name &&
    !/[/\\:\p{Cc}\p{Cs}]/u.test(name) &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES
  );
}
