import type { SchemaModel } from '../../driver/model/schema-model.js';

const QUOTES: readonly (readonly [string, string])[] = [
  ['[', ']'],
  ['"', '"'],
  ['`', '`'],
];

/**
 * How the tools and resources take the objects of a model (`parseObjectName` reads it back): the name alone where that
 * is enough, otherwise with its owner.
 */
export function objectReferences(model: SchemaModel): readonly string[] {
  const counts = new Map<string, number>();
  for (const { name } of [...model.objects, ...model.synonyms]) {
    const folded = name.toLowerCase();
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  return model.objects.map(({ owner, name }) => {
    const isPlain = owner === '' || owner === model.user || counts.get(name.toLowerCase()) === 1;
    return objectReference({ owner, name }, isPlain);
  });
}

/** @param isPlain the name alone stands for the object, if it can be written so */
export function objectReference(
  { owner, name }: { readonly owner: string; readonly name: string },
  isPlain: boolean,
): string {
  // A dot splits owner and name, in brackets too, so a name with a dot needs its owner before it.
  if (owner !== '' && (!isPlain || name.includes('.'))) return `${quoted(owner)}.${quoted(name)}`;
  return quoted(name);
}

/** Only what begins with a quote would be taken for quoted. */
function quoted(part: string): string {
  if (!QUOTES.some(([open]) => part.startsWith(open))) return part;
  const fitting = QUOTES.find(([open, close]) => !part.includes(close) && !part.includes(open));
  return fitting ? `${fitting[0]}${part}${fitting[1]}` : part;
}
