import { closest, distance } from 'fastest-levenshtein';

/** The known name most like `name`, or undefined when none is close enough to be what was meant. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const candidate = closest(name.toUpperCase(), [...known]);
  const limit = Math.max(2, Math.ceil(name.length / 3));
  return distance(name.toUpperCase(), candidate) <= limit ? candidate : undefined;
}
