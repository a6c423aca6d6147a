/** True for a document key: what ArangoDB allows in a `_key`. */
export function isDocumentKey(key: string): boolean {
  return key !== '.' && key !== '..' && /^[-\w:.@()+,=;$!*'%]{1,254}$/.test(key);
}
