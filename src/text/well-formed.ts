/** The place of the first half of a surrogate pair that stands alone; undefined where the text is well formed. */
export function loneSurrogate(text: string): { readonly offset: number; readonly code: string } | undefined {
  if (text.isWellFormed()) return undefined;
  const offset = text.search(/\p{Surrogate}/u);
  return { offset, code: `U+${text.charCodeAt(offset).toString(16).toUpperCase()}` };
}

/** A value as JSON holds it with halves of surrogate pairs replaced by U+FFFD, names included; itself where there is none. */
export function wellFormed<T>(value: T): T {
  return (isWellFormed(value) ? value : repaired(value)) as T;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member));
}

function repaired(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(repaired);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), repaired(member)]),
  );
}
