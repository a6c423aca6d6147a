import type {
  EdgeEnd,
  EdgeEnds,
  Partitioning,
  SchemaGrant,
  SchemaTrigger,
} from '../../driver/model/schema-model.js';
import { commentClause, quoteName, quoteObject, quoteText } from '../../driver/model/quote.js';

export function edgeText(edge: EdgeEnds): string {
  const end = (word: string, at: EdgeEnd | undefined): string => {
    if (at === undefined) return '';
    const column = at.column === undefined ? '' : ` (${quoteName(at.column)})`;
    return ` ${word} ${quoteObject(at.owner, at.table)}${column}`;
  };
  return `${end('FROM', edge.from)}${end('TO', edge.to)}${edge.clause === undefined ? '' : ` ${edge.clause}`}`;
}

/** `PARTITION BY …` and one indented line per partition; a number is enough for HASH. */
export function partitioningLines(partitioning: Partitioning): string[] {
  const { type, expression, partitions } = partitioning;
  const head = `PARTITION BY ${type} (${expression})`;
  if (type === 'HASH') return [`${head} PARTITIONS ${partitions.length}`];
  return [
    head,
    ...partitions.map((partition) => {
      const start = `  PARTITION ${quoteName(partition.name)} `;
      return `${start}${boundsText(type, partition.values)}${commentClause(partition.comment)}`;
    }),
  ];
}

function boundsText(type: string, values: Partitioning['partitions'][number]['values']): string {
  if (type === 'RANGE') {
    const high = values[1] ?? null;
    return `VALUES LESS THAN ${high === null ? 'MAXVALUE' : `(${valueSql(high)})`}`;
  }
  return `VALUES IN (${values.map(valueSql).join(', ')})`;
}

function valueSql(value: string | number | boolean | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? quoteText(value) : String(value);
}

export function triggerText(trigger: SchemaTrigger): string {
  const words = [`TRIGGER ${quoteObject(trigger.owner, trigger.name)} ${trigger.time}`];
  if (trigger.event !== undefined) words.push(trigger.event);
  if (trigger.column !== undefined) words.push(`(${quoteName(trigger.column)})`);
  if (trigger.condition !== undefined) words.push(`IF ${trigger.condition}`);
  words.push(trigger.actionKind);
  if (trigger.action !== undefined) {
    words.push(trigger.actionKind === 'PRINT' ? quoteText(trigger.action) : trigger.action);
  }
  if (trigger.active === false) words.push('INACTIVE');
  if (trigger.priority !== undefined && Number(trigger.priority) !== 0)
    words.push(`PRIORITY ${trigger.priority}`);
  return `${words.join(' ')}${commentClause(trigger.comment)}`;
}

export function grantText(grant: SchemaGrant): string {
  const option = grant.grantable ? ' WITH GRANT OPTION' : '';
  return `GRANT ${grant.privileges.join(', ')} TO ${quoteName(grant.grantee)}${option}`;
}
