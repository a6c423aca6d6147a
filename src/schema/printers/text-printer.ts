import type {
  SchemaModel,
  SchemaSerial,
  SchemaServer,
  SchemaSynonym,
} from '../../driver/model/schema-model.js';
import { objectHeading, objectSummary, objectText } from './object-text.js';
import { commentClause, quoteName, quoteObject, quoteText } from '../../driver/model/quote.js';

/**
 * The schema as text that reads like CREATE statements: one block per object, a blank line between. One object
 * alone is printed without a heading; at detail `names` and `summary` an object is one line.
 */
export function printSchemaText(model: SchemaModel): string {
  const single = model.objects.length === 1 && model.serials.length === 0 && model.synonyms.length === 0;
  const withIncoming = single && model.foreignKeys === 'complete';
  const objects = model.objects.map((object) => {
    if (model.detail === 'names') return objectHeading(object, model.collation);
    if (model.detail === 'summary') return objectSummary(object, model.collation);
    return objectText(object, model.collation, withIncoming);
  });
  const others = [
    ...model.serials.map(serialText),
    ...model.synonyms.map(synonymText),
    ...model.servers.map(serverText),
  ];
  const header = [...(single ? [] : [headerText(model)]), ...model.notes].map(
    (line) => `-- ${line.replace(/\s+/g, ' ')}`,
  );
  return [
    ...(header.length === 0 ? [] : [header.join('\n')]),
    ...(model.detail === 'full' ? objects : [objects.join('\n')]),
    ...(others.length === 0 ? [] : [others.join('\n')]),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function headerText(model: SchemaModel): string {
  const objects = model.objectCount ?? model.objects.length;
  const count = `${objects} object${objects === 1 ? '' : 's'}`;
  return `database ${model.database} as ${model.user} sees it: ${count}, ${model.engine} ${model.engineVersion}`;
}

function serialText(serial: SchemaSerial): string {
  const words = [`SERIAL ${quoteObject(serial.owner, serial.name)}`];
  if (serial.current !== undefined) words.push(`${serial.started ? 'LAST' : 'NEXT'} ${serial.current}`);
  words.push(`INCREMENT BY ${serial.increment} MINVALUE ${serial.min} MAXVALUE ${serial.max}`);
  if (serial.cyclic) words.push('CYCLE');
  if (serial.cache) words.push(`CACHE ${serial.cache}`);
  return `${words.join(' ')}${commentClause(serial.comment)}`;
}

function synonymText(synonym: SchemaSynonym): string {
  const target = quoteObject(synonym.targetOwner, synonym.targetName);
  const word = synonym.public ? 'PUBLIC SYNONYM' : 'SYNONYM';
  const note = synonym.dangling ? ' -- target missing or not visible' : '';
  return `${word} ${quoteObject(synonym.owner, synonym.name)} FOR ${target}${commentClause(synonym.comment)}${note}`;
}

function serverText(server: SchemaServer): string {
  const parts = [
    `HOST=${quoteText(server.host)}`,
    `PORT=${server.port}`,
    `DBNAME=${quoteName(server.database)}`,
    `USER=${quoteName(server.user)}`,
  ];
  if (server.properties !== undefined) parts.push(`PROPERTIES=${quoteText(server.properties)}`);
  if (server.comment !== undefined) parts.push(`COMMENT=${quoteText(server.comment)}`);
  return `SERVER ${quoteObject(server.owner, server.name)} (${parts.join(', ')})`;
}
