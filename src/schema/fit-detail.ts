import { printSchema, type SchemaFormat } from './printers/print-schema.js';
import { SCHEMA_DETAILS, type SchemaDetail, type SchemaModel } from '../driver/model/schema-model.js';
import { reduceDetail } from '../driver/model/select-objects.js';

export interface FittedSchema {
  readonly text: string;
  /** What is printed; `counts` when not even the names fit. */
  readonly detail: SchemaDetail | 'counts';
  /** True when `text` holds less than the model does. The reason is in the text's own notes too. */
  readonly reduced: boolean;
}

/**
 * Prints a model within `maxChars` characters (UTF-16 units): as it is, else with less detail, else only how many
 * objects of which kind each owner has. What is printed is always whole, and says what it leaves out.
 */
export function fitDetail(model: SchemaModel, format: SchemaFormat, maxChars: number): FittedSchema {
  const whole = printSchema(model, format);
  if (whole.length <= maxChars) return { text: whole, detail: model.detail, reduced: false };
  const below = SCHEMA_DETAILS.slice(0, SCHEMA_DETAILS.indexOf(model.detail)).reverse();
  for (const detail of below) {
    const note = `Detail ${model.detail} takes ${whole.length} characters and the reply may have ${maxChars}: this is detail ${detail}. Ask for one object, or give a search pattern.`;
    const text = printSchema(withNote(reduceDetail(model, detail), note), format);
    if (text.length <= maxChars) return { text, detail, reduced: true };
  }
  return { text: printSchema(countsOnly(model, maxChars), format), detail: 'counts', reduced: true };
}

function withNote(model: SchemaModel, note: string): SchemaModel {
  return { ...model, complete: false, notes: [note, ...model.notes] };
}

function countsOnly(model: SchemaModel, maxChars: number): SchemaModel {
  const counts = new Map<string, number>();
  for (const { owner, kind } of model.objects) {
    const label = `${owner} ${kind}`;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const list = [...counts].map(([label, count]) => `${label} ${count}`).join(', ');
  return {
    ...model,
    detail: 'names',
    complete: false,
    foreignKeys: 'not read',
    notes: [
      `Not even the names of the ${model.objects.length} objects fit into ${maxChars} characters; how many there are of each owner and kind: ${list}. Ask for one object, or give a search pattern.`,
    ],
    objects: [],
    objectCount: model.objects.length,
    serials: [],
    synonyms: [],
    servers: [],
  };
}
