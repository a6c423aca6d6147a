import { withoutOwner } from './owner-rewriting.js';
import { identifierOf, isSymbol, keywordOf, quoteString, quoteName } from './sql-text.js';
import type { ParsedSql, Rewrite } from './sql-translation.js';

const NEXT: ReadonlySet<string> = new Set(['NEXT_VALUE', 'NEXTVAL']);
const CURRENT: ReadonlySet<string> = new Set(['CURRENT_VALUE', 'CURRVAL']);

/** Words of CREATE SERIAL that DuckDB's CREATE SEQUENCE spells in another way; an empty text leaves the word out. */
const SERIAL_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['SERIAL', 'SEQUENCE'],
  ['NOMAXVALUE', 'NO MAXVALUE'],
  ['NOMINVALUE', 'NO MINVALUE'],
  ['NOCYCLE', 'NO CYCLE'],
  ['NOCACHE', ''],
]);

/**
 * Serials in DuckDB's words: `s.NEXT_VALUE` and `s.CURRENT_VALUE` (also `NEXTVAL`, `CURRVAL`, `owner.s.…`),
 * `CREATE SERIAL`, `DROP SERIAL`. The current value is read from the catalog, because DuckDB's `currval` works only after
 * a `nextval` of the same connection.
 */
export function serialRewrites(parsed: ParsedSql): Rewrite[] {
  return [...definitionRewrites(parsed), ...valueRewrites(parsed)];
}

function definitionRewrites({ sql, significant }: ParsedSql): Rewrite[] {
  const first = keywordOf(sql, significant[0]);
  if ((first !== 'CREATE' && first !== 'DROP') || keywordOf(sql, significant[1]) !== 'SERIAL') return [];
  return significant.flatMap((token) => {
    const text = SERIAL_OPTIONS.get(keywordOf(sql, token));
    return text === undefined ? [] : [{ start: token.start, end: token.end, text }];
  });
}

function valueRewrites(parsed: ParsedSql): Rewrite[] {
  const { sql, significant } = parsed;
  const rewrites: Rewrite[] = [];
  significant.forEach((token, index) => {
    const step = identifierOf(sql, token)?.toUpperCase() ?? '';
    const asks = NEXT.has(step) || CURRENT.has(step);
    const [before, behind] = [significant[index - 1], significant[index + 1]];
    if (!asks || !isSymbol(sql, before, '.')) return;
    // Within a longer path it is a name.
    if (isSymbol(sql, behind, '(') || isSymbol(sql, behind, '.')) return;
    const path = nameBefore(parsed, index - 1);
    const serial = path.names.at(-1);
    if (serial === undefined) return;
    const text = NEXT.has(step) ? nextValue(withoutOwner(path.names)) : currentValue(serial);
    rewrites.push({ start: path.start, end: token.end, text });
  });
  return rewrites;
}

/** The dotted name that ends before the dot at `dot`. */
function nameBefore({ sql, significant }: ParsedSql, dot: number) {
  const names: string[] = [];
  let start = 0;
  for (let at = dot; isSymbol(sql, significant[at], '.'); at -= 2) {
    const token = significant[at - 1];
    const name = identifierOf(sql, token);
    if (token === undefined || name === undefined) break;
    names.unshift(name);
    start = token.start;
  }
  return { names, start };
}

function nextValue(names: readonly string[]): string {
  return `nextval(${quoteString(names.map(quoteName).join('.'))})`;
}

/**
 * Before the first step CoraDB shows the start value (engine-behaviour, "Side effects"). A serial that does not exist is
 * an error, as for `NEXT_VALUE`: NULL would also answer for a column of that name.
 */
function currentValue(serial: string): string {
  const unknown =
    `There is no serial ${serial}. CURRENT_VALUE and CURRVAL behind a name are read as the value of a serial; ` +
    'a column of that name is written without the name before it.';
  return (
    `(SELECT CASE WHEN count(*) = 0 THEN error(${quoteString(unknown)}) ` +
    'ELSE max(COALESCE(last_value, start_value)) END FROM duckdb_sequences() ' +
    `WHERE lower(sequence_name) = ${quoteString(serial.toLowerCase())})`
  );
}
