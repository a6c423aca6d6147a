import type { SchemaObject } from '../../driver/model/schema-model.js';
import { columnText } from './column-text.js';
import { edgeText, grantText, partitioningLines, triggerText } from './detail-text.js';
import {
  constraintText,
  foreignKeyText,
  incomingKeyText,
  indexText,
  keyPartsText,
  referenceText,
} from './key-text.js';
import {
  commentClause,
  onOneLine,
  quoteName,
  quoteObject,
  quoteQualified,
} from '../../driver/model/quote.js';

/** The first line of an object's block: all that is printed of it at detail `names`. */
export function objectHeading(object: SchemaObject, databaseCollation: string | undefined): string {
  const { options } = object;
  const words = [`${kindWords(object)} ${quoteObject(object.owner, object.name)}`];
  if (object.under.length > 0) words.push(`UNDER ${object.under.map(quoteQualified).join(', ')}`);
  if (options?.reuseOid === false) words.push('DONT_REUSE_OID');
  if (options?.encrypt !== undefined) words.push(`ENCRYPT=${options.encrypt}`);
  if (options?.collation !== undefined && options.collation !== databaseCollation) {
    words.push(`COLLATE ${options.collation}`);
  }
  const edge = object.edge ? edgeText(object.edge) : '';
  return `${words.join(' ')}${edge}${commentClause(object.comment)}`;
}

/** One object on one line: what detail `summary` holds of it. */
export function objectSummary(object: SchemaObject, databaseCollation: string | undefined): string {
  const columns = object.columns.map((column) => {
    const words = [quoteName(column.name), column.type, ...(column.nullable ? [] : ['NOT NULL'])];
    return `${words.join(' ')}${commentClause(column.comment)}`;
  });
  const keys = [
    ...(object.primaryKey ? [`PRIMARY KEY ${keyPartsText(object.primaryKey.keys)}`] : []),
    ...object.uniqueKeys.map((key) => `UNIQUE ${keyPartsText(key.keys)}`),
    ...object.foreignKeys.map((key) => referenceText(key)),
  ];
  return `${objectHeading(object, databaseCollation)} (${[...columns, ...keys].join(', ')})${brokenText(object)}`;
}

/** ` -- does not compile: …` of a view. */
function brokenText({ broken }: SchemaObject): string {
  return broken === undefined ? '' : ` -- does not compile: ${onOneLine(broken)}`;
}

/**
 * One object as an indented block that reads like a CREATE statement.
 * @param withIncoming list the keys of other tables that point here
 */
export function objectText(
  object: SchemaObject,
  databaseCollation: string | undefined,
  withIncoming: boolean,
): string {
  const { name } = object;
  const collation = object.options?.collation ?? databaseCollation;
  const lines = [
    ...[...object.columns]
      .sort((a, b) => Number(b.attributeKind === 'class') - Number(a.attributeKind === 'class'))
      .map((column) => columnText(column, collation)),
    ...(object.primaryKey ? [constraintText(name, 'PRIMARY KEY', object.primaryKey)] : []),
    ...object.uniqueKeys.map((key) => constraintText(name, 'UNIQUE', key)),
    ...object.foreignKeys.map((key) => foreignKeyText(name, key)),
    ...object.checks.map((check) => `CHECK (${check})`),
    ...object.indexes.map(indexText),
    ...(object.partitioning ? partitioningLines(object.partitioning) : []),
    ...object.queries.map((query) => `AS ${query}`),
    ...checkOptionLines(object),
    ...object.triggers.map(triggerText),
    ...object.methods.map((method) => `METHOD ${method}`),
    ...object.grants.map(grantText),
    ...(withIncoming ? incomingLines(object) : []),
    ...noteLines(object),
  ];
  return [
    `${objectHeading(object, databaseCollation)}${brokenText(object)}`,
    ...lines.map((line) => `  ${line.split(LINE_END).join('\n    ')}`),
  ].join('\n');
}

/** A view's query and a trigger's action keep their lines, each of them further in than any line of the schema's own. */
const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]+/;

/** Known kinds as SQL writes them, any other as the engine names it. */
function kindWords(object: SchemaObject): string {
  const known = ['table', 'view', 'vertex table', 'edge table'].includes(object.kind);
  return known ? object.kind.toUpperCase() : object.rawKind;
}

function checkOptionLines(object: SchemaObject): string[] {
  const option = object.checkOption;
  return option === 'CASCADED' || option === 'LOCAL' ? [`WITH ${option} CHECK OPTION`] : [];
}

function incomingLines(object: SchemaObject): string[] {
  return object.referencedBy === 'unread'
    ? ['-- keys of other tables that point here: not read']
    : object.referencedBy.map(incomingKeyText);
}

function noteLines(object: SchemaObject): string[] {
  const lines = Object.entries(object.extra ?? {}).map(([name, value]) => `-- ${name}: ${value}`);
  if (object.rawTail !== undefined) lines.push(`-- ${object.rawTail}`);
  if (object.rowEstimate) {
    lines.push(`-- about ${object.rowEstimate.rows} rows (estimate: ${object.rowEstimate.source})`);
  }
  return lines;
}
