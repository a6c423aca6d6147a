import type { SchemaColumn } from '../../driver/model/column-model.js';
import type { ForeignKey } from '../../driver/model/key-model.js';
import type { SchemaModel, SchemaObject } from '../../driver/model/schema-model.js';

/** Words mermaid reads as key marks wherever they stand in a line, in any case. */
const KEY_MARKS: ReadonlySet<string> = new Set(['PK', 'FK', 'UK']);

/**
 * The schema as a mermaid `erDiagram`, as GitHub and AI apps draw it. Mermaid takes no comma in a type and only
 * letters, digits and `_` in a column name: other characters become `_` and the real name goes into the remark.
 * Relations to tables outside the model are drawn too; mermaid shows those as empty boxes.
 */
export function printSchemaMermaid(model: SchemaModel): string {
  const lines = ['erDiagram', ...model.notes.map((note) => `  %% ${plainText(note)}`)];
  for (const object of model.objects) {
    const entity = entityName(object.owner, object.name);
    if (object.columns.length === 0) lines.push(`  ${entity}`);
    else lines.push(`  ${entity} {`, ...object.columns.map((column) => attributeLine(object, column)), '  }');
  }
  return [...lines, ...model.objects.flatMap(relationLines)].join('\n');
}

function attributeLine(object: SchemaObject, column: SchemaColumn): string {
  const name = attributeWord(column.name);
  const marks = keyMarks(object, column.name);
  const remark = [
    ...(name === column.name ? [] : [column.name]),
    ...(column.comment ? [column.comment] : []),
  ];
  const tail = `${marks === '' ? '' : ` ${marks}`}${remark.length === 0 ? '' : ` "${plainText(remark.join(': '))}"`}`;
  return `    ${attributeWord(typeWord(column.type))} ${name}${tail}`;
}

/** The type on one word: `NUMERIC(10_2)`; the values of an ENUM and the schema of a JSON type are left out. */
function typeWord(type: string): string {
  return type.replace(/\('.*$/s, '').replace(/,\s*/g, '_');
}

function keyMarks(object: SchemaObject, column: string): string {
  const has = (key: { readonly keys: readonly { readonly column?: string }[] }): boolean =>
    key.keys.some((part) => part.column === column);
  const marks: string[] = [];
  if (object.primaryKey && has(object.primaryKey)) marks.push('PK');
  if (object.foreignKeys.some(has) || edgeColumns(object).includes(column)) marks.push('FK');
  if (object.uniqueKeys.some((key) => key.keys.length === 1 && has(key))) marks.push('UK');
  return marks.join(', ');
}

function edgeColumns(object: SchemaObject): string[] {
  return [object.edge?.from?.column, object.edge?.to?.column].filter((name) => name !== undefined);
}

function relationLines(object: SchemaObject): string[] {
  const child = entityName(object.owner, object.name);
  const lines = object.foreignKeys.flatMap((key) => {
    if (key.references === null || key.inherited) return [];
    const parent = entityName(key.references.owner, key.references.table);
    const label = plainText(key.keys.map((part) => part.column ?? '').join(', '));
    return [`  ${parent} ${cardinality(object, key)} ${child} : "${label}"`];
  });
  const drawn = new Set(
    object.foreignKeys.flatMap((key) => (key.keys.length === 1 ? key.keys[0]?.column : [])),
  );
  for (const [word, end] of Object.entries({ from: object.edge?.from, to: object.edge?.to })) {
    if (end === undefined || (end.column !== undefined && drawn.has(end.column))) continue;
    lines.push(`  ${entityName(end.owner, end.table)} ||--o{ ${child} : "${word}"`);
  }
  return lines;
}

/** One or no parent on the left, depending on NULL; one or many children on the right, depending on uniqueness. */
function cardinality(object: SchemaObject, key: ForeignKey): string {
  const columns = new Set(key.keys.map((part) => part.column));
  const optional = object.columns.some((column) => columns.has(column.name) && column.nullable);
  const keys = [...(object.primaryKey ? [object.primaryKey] : []), ...object.uniqueKeys];
  const unique = keys.some(
    (other) => other.filter === undefined && other.keys.every((part) => columns.has(part.column)),
  );
  return `${optional ? '|o' : '||'}--${unique ? 'o|' : 'o{'}`;
}

function entityName(owner: string, name: string): string {
  return `"${plainText(`${owner}.${name}`)}"`;
}

/** Text that may stand in mermaid's double quotes. */
function plainText(text: string): string {
  return text
    .replace(/["`]/g, "'")
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/[\\%]/g, '_');
}

function attributeWord(text: string): string {
  const word = text.replace(/[^\p{L}\p{N}_()]/gu, '_').replace(/[\u0080-\u00bf]/g, '_');
  const isPlain = /^[A-Za-z_\u00c0-\uffff]/.test(word) && !KEY_MARKS.has(word.toUpperCase());
  return isPlain ? word : `_${word}`;
}
