import { printSchema, type SchemaFormat } from './printers/print-schema.js';
import { SCHEMA_DETAILS, type SchemaDetail, type SchemaModel } from '../driver/model/schema-model.js';
import { InputError } from '../errors/call-error.js';
import { reduceDetail } from '../driver/model/select-objects.js';

export interface FittedSchema {
  readonly text: string;
  /** What is printed; `counts` when not one name fits. */
  readonly detail: SchemaDetail | 'counts';
  /** True when `text` holds less than the model does. The reason is in the text's own notes too. */
  readonly reduced: boolean;
  /** Where the list goes on, from 1, when not all names fit. */
  readonly nextObject?: number;
}

/**
 * Prints a model within `maxChars` characters (UTF-16 units): as it is, else with less detail, else as many names as
 * fit, else only how many objects of which kind each owner has. What is printed is always whole, and says what it
 * leaves out and how to get it.
 *
 * @param startObject the first object to print, from 1: `nextObject` of the part before
 * @throws InputError for a `startObject` behind the last part
 */
export function fitDetail(
  model: SchemaModel,
  format: SchemaFormat,
  maxChars: number,
  startObject = 1,
): FittedSchema {
  const part = partFrom(model, startObject);
  const whole = printSchema(part, format);
  if (whole.length <= maxChars) return { text: whole, detail: part.detail, reduced: false };
  const below = SCHEMA_DETAILS.slice(0, SCHEMA_DETAILS.indexOf(part.detail)).reverse();
  for (const detail of below) {
    const note = `Detail ${part.detail} takes ${whole.length} characters and the reply may have ${maxChars}: this is detail ${detail}. Ask for one object, or give a search pattern.`;
    const text = printSchema(withNote(reduceDetail(part, detail), note), format);
    if (text.length <= maxChars) return { text, detail, reduced: true };
  }
  return fitNames(part, format, maxChars, startObject);
}

function partFrom(model: SchemaModel, startObject: number): SchemaModel {
  if (startObject === 1) return model;
  const { length } = model.objects;
  if (startObject > length + 1) {
    throw new InputError(
      `startObject ${startObject}: there are ${length} objects. Pass nextObject of a reply.`,
    );
  }
  const part = { ...model, objects: model.objects.slice(startObject - 1), objectCount: length };
  return withNote(part, `Objects before ${startObject} of ${length} are in the replies before.`);
}

function withNote(model: SchemaModel, note: string): SchemaModel {
  return { ...model, complete: false, notes: [note, ...model.notes] };
}

/** The most names that fit, found by halving: more names never print shorter. */
function fitNames(part: SchemaModel, format: SchemaFormat, maxChars: number, start: number): FittedSchema {
  const print = (names: number): string => printSchema(namesPart(part, maxChars, start, names), format);
  let fits = 0;
  let tooMany = part.objects.length + 1;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (print(middle).length <= maxChars) fits = middle;
    else tooMany = middle;
  }
  if (fits === 0) return { text: print(0), detail: 'counts', reduced: true };
  return { text: print(fits), detail: 'names', reduced: true, nextObject: start + fits };
}

function namesPart(part: SchemaModel, maxChars: number, start: number, names: number): SchemaModel {
  const counts = new Map<string, number>();
  for (const { owner, kind } of part.objects) {
    const label = `${owner} ${kind}`;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const list = [...counts].map(([label, count]) => `${label} ${count}`).join(', ');
  const next = start + names;
  const shown =
    names === 0
      ? ''
      : ` Objects ${start} to ${next - 1} are named here; the rest, then serials, synonyms and servers: give startObject ${next}.`;
  return {
    ...reduceDetail({ ...part, objects: part.objects.slice(0, names) }, 'names'),
    complete: false,
    notes: [
      part.objects.length === 0
        ? `The serials, synonyms and servers do not fit into ${maxChars} characters: give a search pattern.`
        : `Not even the names of the ${part.objects.length} objects fit into ${maxChars} characters; how many there are of each owner and kind: ${list}.${shown} Ask for one object, or give a search pattern.`,
    ],
    objectCount: part.objectCount ?? part.objects.length,
    ...(names > 0 && { nextObject: next }),
    serials: [],
    synonyms: [],
    servers: [],
  };
}
