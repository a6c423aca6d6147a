import type { SchemaColumn } from '../../driver/model/column-model.js';
import { commentClause, quoteName, quoteQualified } from '../../driver/model/quote.js';

/** One line of a CREATE-like block. @param tableCollation collation that goes without saying */
export function columnText(column: SchemaColumn, tableCollation: string | undefined): string {
  const words = [quoteName(column.name), column.type];
  if (column.attributeKind === 'class') words.unshift('CLASS ATTRIBUTE');
  if (column.collation !== undefined && tableCollation !== undefined && column.collation !== tableCollation) {
    words.push(`COLLATE ${column.collation}`);
  }
  if (column.sharedValue !== undefined) {
    words.push(`${column.attributeKind === 'class' ? 'VALUE' : 'SHARED'} ${column.sharedValue}`);
  }
  if (column.default) words.push(`DEFAULT ${column.default.sql}`);
  if (column.onUpdate !== undefined) words.push(`ON UPDATE ${column.onUpdate}`);
  if (column.autoIncrement) {
    const { start, step } = column.autoIncrement;
    words.push(start === '1' && step === '1' ? 'AUTO_INCREMENT' : `AUTO_INCREMENT(${start},${step})`);
  }
  if (!column.nullable) words.push('NOT NULL');
  return `${words.join(' ')}${commentClause(column.comment)}${noteText(column)}`;
}

function noteText(column: SchemaColumn): string {
  const notes: string[] = [];
  if (column.default?.kind === 'unclear') notes.push('default: a text or a function of that name');
  if (column.default?.truncated) notes.push('default cut by the catalog');
  if (column.inheritedFrom !== undefined) notes.push(`from ${quoteQualified(column.inheritedFrom)}`);
  return notes.length === 0 ? '' : ` -- ${notes.join('; ')}`;
}
