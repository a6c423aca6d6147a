import type { SchemaDetail, SchemaModel, SchemaObject } from './schema-model.js';
import { emptyObject, SCHEMA_DETAILS } from './schema-model.js';

/**
 * Objects whose name, comment, column name or column comment matches, without case. `%` and `*` stand for any
 * text, `_` is itself and `?` one character; a pattern without `%`, `*` or `?` is searched anywhere in the text.
 */
export function searchObjects(objects: readonly SchemaObject[], pattern: string): readonly SchemaObject[] {
  const matches = compilePattern(pattern);
  return objects.filter(
    (object) =>
      matches(object.name) ||
      matches(`${object.owner}.${object.name}`) ||
      matches(object.comment) ||
      object.columns.some((column) => matches(column.name) || matches(column.comment)),
  );
}

function compilePattern(pattern: string): (text: string | undefined) => boolean {
  const folded = pattern.toLowerCase().replaceAll('*', '%');
  if (!/[%?]/.test(folded)) return (text) => text !== undefined && text.toLowerCase().includes(folded);
  return (text) => text !== undefined && matchWildcards(text.toLowerCase(), folded);
}

/** Goes back to the last `%` only, so the time is bounded by text times pattern whatever the caller sends. */
function matchWildcards(text: string, pattern: string): boolean {
  let at = 0;
  let position = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    const wanted = pattern[position];
    if (wanted === '%') {
      star = position++;
      resume = at;
    } else if (wanted !== undefined && (wanted === '?' || wanted === text[at])) {
      position += 1;
      at += 1;
    } else if (star >= 0) {
      position = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  return pattern.slice(position).replaceAll('%', '') === '';
}

/** True when a model read at `have` holds everything a reader of `wanted` expects. */
function covers(have: SchemaDetail, wanted: SchemaDetail): boolean {
  return SCHEMA_DETAILS.indexOf(have) >= SCHEMA_DETAILS.indexOf(wanted);
}

/**
 * The same model with less in it: `names` keeps kinds, names and comments; `summary` also names, types and comments
 * of columns and the primary, unique and foreign keys. A model never gains detail.
 */
export function reduceDetail(model: SchemaModel, detail: SchemaDetail): SchemaModel {
  if (!covers(model.detail, detail)) return model;
  if (detail === 'full') return model;
  const objects = model.objects.map((object) => (detail === 'names' ? namesOnly(object) : summarize(object)));
  return { ...model, detail, objects, ...(detail === 'names' ? { foreignKeys: 'not read' as const } : {}) };
}

function namesOnly(object: SchemaObject): SchemaObject {
  return {
    ...emptyObject(object.kind, object.rawKind, object.owner, object.name),
    ...(object.comment === undefined ? {} : { comment: object.comment }),
    ...(object.edge ? { edge: object.edge } : {}),
  };
}

function summarize(object: SchemaObject): SchemaObject {
  return {
    ...namesOnly(object),
    under: object.under,
    columns: object.columns.map(({ name, position, type, nullable, attributeKind, comment }) => ({
      name,
      position,
      type,
      nullable,
      ...(attributeKind === undefined ? {} : { attributeKind }),
      ...(comment === undefined ? {} : { comment }),
    })),
    ...(object.primaryKey ? { primaryKey: object.primaryKey } : {}),
    uniqueKeys: object.uniqueKeys,
    foreignKeys: object.foreignKeys,
    referencedBy: object.referencedBy,
    ...(object.broken === undefined ? {} : { broken: object.broken }),
  };
}
