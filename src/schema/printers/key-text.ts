import type { ForeignKey, IncomingKey, KeyPart, SchemaKey } from '../../driver/model/key-model.js';
import { isAutomaticName } from './automatic-name.js';
import { commentClause, quoteName, quoteObject } from '../../driver/model/quote.js';

/** `(a, b(10), lower(c) DESC)` */
export function keyPartsText(parts: readonly KeyPart[]): string {
  const texts = parts.map((part) => {
    const name = part.column === undefined ? (part.expression ?? '') : quoteName(part.column);
    const prefix = part.prefixLength === undefined ? '' : `(${part.prefixLength})`;
    return `${name}${prefix}${part.order === 'DESC' ? ' DESC' : ''}`;
  });
  return `(${texts.join(', ')})`;
}

/** A primary or unique key; its name only when somebody chose it. */
export function constraintText(table: string, word: string, key: SchemaKey): string {
  const name = isAutomaticName(table, key) ? '' : `CONSTRAINT ${quoteName(key.name)} `;
  return `${name}${key.reverse ? 'REVERSE ' : ''}${word} ${keyPartsText(key.keys)}${keyTail(key)}`;
}

export function foreignKeyText(table: string, key: ForeignKey): string {
  const name = isAutomaticName(table, key) ? '' : `CONSTRAINT ${quoteName(key.name)} `;
  const start = `${name}FOREIGN KEY ${keyPartsText(key.keys)}`;
  if (key.references === null) return `${start}${keyTail(key)} -- target not read`;
  const { owner, table: target, columns } = key.references;
  const names = columns.length === 0 ? '' : ` (${columns.map(quoteName).join(', ')})`;
  return `${start} REFERENCES ${quoteObject(owner, target)}${names}${actionsText(key)}${keyTail(key)}`;
}

/** A foreign key without name and actions: `FOREIGN KEY (a) REFERENCES OWNER.t`. */
export function referenceText(key: ForeignKey): string {
  const target =
    key.references === null ? '' : ` REFERENCES ${quoteObject(key.references.owner, key.references.table)}`;
  return `FOREIGN KEY ${keyPartsText(key.keys)}${target}`;
}

export function indexText(key: SchemaKey): string {
  const word = key.reverse ? 'REVERSE INDEX' : 'INDEX';
  return `${word} ${quoteName(key.name)} ${keyPartsText(key.keys)}${keyTail(key)}`;
}

/** A key of another table that points here, as a comment line. */
export function incomingKeyText(key: IncomingKey): string {
  const columns = `(${key.columns.map(quoteName).join(', ')})`;
  return `-- referenced by ${quoteObject(key.owner, key.table)} ${columns}${actionsText(key)}`;
}

function actionsText(key: { readonly onDelete?: string; readonly onUpdate?: string }): string {
  const onDelete = key.onDelete === undefined ? '' : ` ON DELETE ${key.onDelete}`;
  return `${onDelete}${key.onUpdate === undefined ? '' : ` ON UPDATE ${key.onUpdate}`}`;
}

function keyTail(key: SchemaKey): string {
  const filter = key.filter === undefined ? '' : ` WHERE ${key.filter}`;
  const invisible = key.status === 'INVISIBLE INDEX' ? ' INVISIBLE' : '';
  const status = key.status === undefined || invisible !== '' ? '' : ` -- ${key.status}`;
  return `${filter}${invisible}${commentClause(key.comment)}${status}${key.inherited ? ' -- inherited' : ''}`;
}
