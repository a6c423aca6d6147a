/** Longest database name in bytes that fits the open-database block (cas-protocol §2.1). */
const MAX_NAME_BYTES = 31;

/**
 * Why a text is not the plain name of one database, as it reads after the name; undefined when it is one. A name is
 * exact: the broker would follow `name@host`, so nothing that could lead elsewhere may stand in it.
 */
export function databaseNameProblem(name: string): string | undefined {
  const wrong = /[@/\\:;,\s\p{Cc}]|\.\./u.exec(name);
  if (wrong) return `must be a plain name: ${JSON.stringify(wrong[0])} is not allowed in it`;
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    return `is longer than ${MAX_NAME_BYTES} bytes, the most a CoraDB database name has`;
  }
  return undefined;
}
