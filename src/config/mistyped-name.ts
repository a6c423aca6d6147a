import { distance } from 'fastest-levenshtein';

/** A name that is no setting and was most likely meant to be one. */
export interface MistypedName {
  /** The setting that was meant. */
  readonly variable: string;
  /** False when the name may as well belong to another program. */
  readonly isCertain: boolean;
}

/** What other names people give to a prefix. */
const OTHER_STEMS: Readonly<Record<string, readonly string[]>> = { ARANGO_: ['ARANGODB'] };

/** Ends of names that many programs use: what stands before them says too little. */
const COMMON_ENDS: ReadonlySet<string> = new Set(
  'HOST PORT DRIVER TLS URL DATABASE USERNAME PASSWORD TOKEN LOGLEVEL LOGFORMAT HTTPHOST HTTPPORT'.split(' '),
);

/** Shortest end of a name, in letters, in which one wrong letter still leaves no doubt. */
const LONG_END = 6;

/**
 * The setting that a name outside the prefixes was meant to be: one whose prefix has one wrong, missing, doubled or
 * transposed letter (`CORDB_WRITE_MODE`), or other separators (`CORADBWRITE_MODE`, `CORA-DB-WRITE-MODE`). The rest
 * must be right but for one letter, so that `CORA_THEME` of another program means nothing.
 */
export function mistypedName(
  name: string,
  prefixes: readonly string[],
  known: readonly string[],
): MistypedName | undefined {
  const letters = lettersOf(name);
  for (const prefix of prefixes) {
    for (const variable of known.filter((each) => each.startsWith(prefix))) {
      const end = lettersOf(variable.slice(prefix.length));
      if (!isMistyped(letters, lettersOf(prefix), OTHER_STEMS[prefix] ?? [], end)) continue;
      const stem = lettersOf(prefix);
      const isStemRight = letters === stem + end && name.toUpperCase().startsWith(stem);
      return { variable, isCertain: isStemRight || !COMMON_ENDS.has(end) };
    }
  }
  return undefined;
}

function isMistyped(letters: string, stem: string, others: readonly string[], end: string): boolean {
  const lengths = [stem.length - 1, stem.length, stem.length + 1, ...others.map((other) => other.length)];
  return lengths.some((length) => {
    const head = letters.slice(0, length);
    const rest = letters.slice(length);
    const isHead = isMistypedStem(head, stem) || others.includes(head);
    return isHead && (rest === end || (end.length >= LONG_END && distance(rest, end) === 1));
  });
}

function isMistypedStem(head: string, stem: string): boolean {
  if (head === stem || isTransposed(head, stem)) return true;
  return head[0] === stem[0] && distance(head, stem) === 1;
}

function isTransposed(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return a === b.slice(0, at) + (b[at + 1] ?? '') + (b[at] ?? '') + b.slice(at + 2);
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
