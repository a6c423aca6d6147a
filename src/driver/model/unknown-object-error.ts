import { distance } from 'fastest-levenshtein';
import { InputError } from '../../errors/call-error.js';
import { objectKey } from './schema-model.js';

const SUGGESTIONS = 5;

/** No object of that name is visible to the login. The catalog does not tell "missing" from "no SELECT right". */
export class UnknownObjectError extends InputError {
  /** @param existing the objects the login sees */
  constructor(
    readonly objectName: string,
    existing: readonly { readonly owner: string; readonly name: string }[],
  ) {
    const nearest = nearestNames(objectName, existing);
    super(`There is no table or view ${objectName}, or the user has no SELECT right on it.`, {
      hint:
        nearest.length === 0
          ? 'The user sees no table or view in this database.'
          : `The nearest names are ${nearest.join(', ')}.`,
    });
  }
}

/** Several owners have an object of that name and none is the login's own. */
export class AmbiguousObjectError extends InputError {
  constructor(objectName: string, candidates: readonly string[]) {
    super(`${objectName} is the name of several objects.`, {
      hint: `Give the owner: ${candidates.join(', ')}.`,
    });
  }
}

/** Up to five existing names, nearest first; compared without case, with and without the owner. */
function nearestNames(
  wanted: string,
  existing: readonly { readonly owner: string; readonly name: string }[],
): string[] {
  const text = wanted.toLowerCase();
  const qualified = text.includes('.');
  return existing
    .map((object) => {
      const name = (qualified ? objectKey(object) : object.name).toLowerCase();
      const contained = name.includes(text) || text.includes(name);
      return { key: objectKey(object), distance: distance(text, name) - (contained ? text.length : 0) };
    })
    .sort((a, b) => a.distance - b.distance || compareText(a.key, b.key))
    .slice(0, SUGGESTIONS)
    .map((candidate) => candidate.key);
}

/** Orders by UTF-16 code unit: the same everywhere, whatever the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
