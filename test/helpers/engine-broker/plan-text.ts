import type { Connection } from '../../../src/driver/driver.js';
import { rowsOf } from '../embedded.js';

const VIEWS = "SELECT view_name, sql FROM duckdb_views() WHERE schema_name = 'main' AND NOT internal";

/**
 * DuckDB's plan in the shape of CUBRID's (engine-behaviour §7): the tables it scans, joined from the left, and the
 * query with the views it reads unfolded, which is where a hidden step of a serial shows.
 * @param plan empty for a statement that is no query
 */
export async function toPlanText(connection: Connection, sql: string, plan: string): Promise<string> {
  if (plan === '') return '';
  const tables = [...plan.matchAll(/\bmemory\.main\.(\w+)/g)].map(([, name]) => name ?? '');
  const views = (await rowsOf(connection, VIEWS))
    .filter(([name]) => new RegExp(`\\b${String(name)}\\b`, 'i').test(sql))
    .map(([, definition]) => ` (${String(definition).replace(/\bnextval\(/gi, 'serial_next_value(')})`);
  const nodes = tables.map((name, at) => `node[${at}]: dba.${name} dba.${name}(1/1) (loc 0)\n`);
  return (
    `Join graph segments (f indicates final):\nJoin graph nodes:\n${nodes.join('')}\n` +
    `Query plan:\n\n${tree(tables)}\n\nQuery stmt:\n\n${sql}${views.join('')}\n`
  );
}

function tree(tables: readonly string[]): string {
  const [first = 'dual', ...others] = tables.map(
    (name, at) => `sscan\n    class: ${name} node[${at}]\n    cost:  1 card 1`,
  );
  return others.reduce(
    (outer, inner) =>
      `nl-join (inner join)\n${labelled('outer', outer)}\n${labelled('inner', inner)}\n    cost:  1 card 1`,
    first,
  );
}

/** The lines of a step behind its label, in the column where the step begins. */
function labelled(role: string, step: string): string {
  const [first, ...rest] = step.split('\n');
  return [`    ${role}: ${first}`, ...rest.map((line) => `           ${line}`)].join('\n');
}
