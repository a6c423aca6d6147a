import { identifierOf, isSymbol, keywordOf, quoteName, quoteString, tokenText } from '../sql-text.js';
import type { ParsedSql, Rewrite } from '../sql-translation.js';

/** A definition in DuckDB's words: what is written otherwise, and what belongs to it before and behind. */
export interface Definition {
  readonly rewrites: readonly Rewrite[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const NOTHING: Definition = { rewrites: [], before: [], after: [] };

/** Options behind the columns that mean nothing here, and how many words each takes. */
const TABLE_OPTIONS: ReadonlySet<string> = new Set(['REUSE_OID', 'DONT_REUSE_OID']);
const VALUED_OPTIONS: ReadonlySet<string> = new Set([
  'COLLATE',
  'CHARSET',
  'COMMENT',
  'AUTO_INCREMENT',
  'ENGINE',
  'ENCRYPT',
]);

/** CoraDB's forms of CREATE, ALTER, RENAME, DROP, INSERT and REPLACE that DuckDB writes otherwise. */
export function definitionOf(parsed: ParsedSql): Definition {
  const { sql, significant } = parsed;
  const words = significant.slice(0, 6).map((token) => keywordOf(sql, token));
  const [first, second, third] = words;
  if (first === 'CREATE' && second === 'TABLE') return createTable(parsed);
  if (first === 'DROP' && second === 'TABLE')
    return { ...NOTHING, after: dropSerials(parsed), rewrites: cascade(parsed) };
  if (first === 'DROP' && second === 'INDEX') return rewritten(dropIndex(parsed));
  if (first === 'ALTER' && second === 'TABLE') return rewritten(alterTable(parsed));
  if (first === 'RENAME' && (second === 'TABLE' || second === 'VIEW')) return rewritten(renameTable(parsed));
  if (first === 'REPLACE' && second === 'INTO') return rewritten([over(parsed, 0, 0, 'INSERT OR REPLACE')]);
  if (first === 'INSERT' && (second === 'INTO' || third === 'SET')) return rewritten(insertSet(parsed));
  return NOTHING;
}

function rewritten(rewrites: readonly Rewrite[]): Definition {
  return { ...NOTHING, rewrites };
}

function over({ significant }: ParsedSql, first: number, last: number, text: string): Rewrite {
  return { start: significant[first]?.start ?? 0, end: significant[last]?.end ?? 0, text };
}

/** The name of a column's own serial; a schema description shows such a column as AUTO_INCREMENT. */
function serialOf(table: string, column: string): string {
  return `${table}_ai_${column}`.toLowerCase();
}

function createTable(parsed: ParsedSql): Definition {
  const { sql, significant } = parsed;
  const named = tableAt(parsed, keywordOf(sql, significant[2]) === 'IF' ? 5 : 2);
  if (named === undefined || !isSymbol(sql, significant[named.end], '(')) return NOTHING;
  const rewrites: Rewrite[] = [];
  const before: string[] = [];
  const after: string[] = [];
  let column = '';
  let depth = 0;
  let at = named.end;
  for (; at < significant.length; at += 1) {
    const token = significant[at];
    if (isSymbol(sql, token, '(')) depth += 1;
    else if (isSymbol(sql, token, ')') && (depth -= 1) === 0) break;
    if (depth === 1 && (isSymbol(sql, token, '(') || isSymbol(sql, token, ','))) {
      column = identifierOf(sql, significant[at + 1]) ?? '';
    }
    const word = depth === 1 ? keywordOf(sql, token) : '';
    if (word === 'AUTO_INCREMENT') {
      const serial = serialOf(named.name, column);
      const options = numbersAt(parsed, at + 1);
      rewrites.push(over(parsed, at, options.end - 1, `DEFAULT nextval(${quoteString(quoteName(serial))})`));
      before.push(
        `CREATE SEQUENCE IF NOT EXISTS ${quoteName(serial)} START WITH ${options.start} INCREMENT BY ${options.step}`,
      );
      at = options.end - 1;
    } else if (word === 'COMMENT' && significant[at + 1]?.kind === 'string') {
      after.push(
        `COMMENT ON COLUMN ${quoteName(named.name)}.${quoteName(column)} IS ${tokenText(sql, significant[at + 1] ?? { kind: 'string', start: 0, end: 0 })}`,
      );
      rewrites.push(over(parsed, at, at + 1, ' '));
      at += 1;
    }
  }
  for (at += 1; at < significant.length; at += 1) {
    const word = keywordOf(sql, significant[at]);
    if (word === 'AS' || word === 'SELECT') break;
    const behind = isSymbol(sql, significant[at + 1], '=') ? at + 2 : at + 1;
    const value = significant[behind];
    if (VALUED_OPTIONS.has(word) && value !== undefined) {
      rewrites.push(over(parsed, at, behind, ' '));
      if (word === 'COMMENT')
        after.push(`COMMENT ON TABLE ${quoteName(named.name)} IS ${tokenText(sql, value)}`);
      const [made] = before;
      if (word === 'AUTO_INCREMENT' && value.kind === 'number' && made !== undefined) {
        before[0] = made.replace(/START WITH \d+/, `START WITH ${tokenText(sql, value)}`);
      }
      at = behind;
    } else if (TABLE_OPTIONS.has(word) || isSymbol(sql, significant[at], ',')) {
      rewrites.push(over(parsed, at, at, ' '));
    }
  }
  return { rewrites, before, after };
}

/** `(start, step)` behind AUTO_INCREMENT. */
function numbersAt({ sql, significant }: ParsedSql, at: number) {
  const text = (index: number): string => {
    const token = significant[index];
    return token?.kind === 'number' ? tokenText(sql, token) : '1';
  };
  if (!isSymbol(sql, significant[at], '(')) return { start: '1', step: '1', end: at };
  const hasStep = isSymbol(sql, significant[at + 2], ',');
  return { start: text(at + 1), step: hasStep ? text(at + 3) : '1', end: at + (hasStep ? 5 : 3) };
}

interface Named {
  readonly name: string;
  /** Of the token behind. */
  readonly end: number;
}

/** A table's name, which an owner may stand before. */
function tableAt({ sql, significant }: ParsedSql, at: number): Named | undefined {
  const name = identifierOf(sql, significant[at]);
  if (name === undefined || !isSymbol(sql, significant[at + 1], '.'))
    return name === undefined ? undefined : { name, end: at + 1 };
  const part = identifierOf(sql, significant[at + 2]);
  return part === undefined ? undefined : { name: part, end: at + 3 };
}

/** The serials of a dropped table's columns go with it. */
function dropSerials(parsed: ParsedSql): string[] {
  const { sql, significant } = parsed;
  const named = tableAt(parsed, keywordOf(sql, significant[2]) === 'IF' ? 4 : 2);
  return named === undefined ? [] : [`${DROP_SERIALS_OF}${named.name.toLowerCase()}`];
}

/** Marks work that needs the catalog: the serials of the table that follows are dropped. */
export const DROP_SERIALS_OF = 'drop serials of ';

function cascade(parsed: ParsedSql): Rewrite[] {
  const { sql, significant } = parsed;
  const at = significant.findIndex((token) => keywordOf(sql, token) === 'CONSTRAINTS');
  return at > 0 && keywordOf(sql, significant[at - 1]) === 'CASCADE' ? [over(parsed, at, at, ' ')] : [];
}

/** `DROP INDEX i ON t`: a name of an index is one in the whole database here. */
function dropIndex(parsed: ParsedSql): Rewrite[] {
  const { sql, significant } = parsed;
  const on = significant.findIndex((token) => keywordOf(sql, token) === 'ON');
  return on < 3 ? [] : [over(parsed, on, significant.length - 1, ' ')];
}

function renameTable(parsed: ParsedSql): Rewrite[] {
  const { sql, significant } = parsed;
  const [kind, from, by, to] = [1, 2, 3, 4].map((at) => significant[at]);
  const word = keywordOf(sql, by);
  if (!kind || !from || !to || (word !== 'TO' && word !== 'AS') || significant.length > 5) return [];
  const names = [from, to].map((token) => quoteName(identifierOf(sql, token) ?? ''));
  return [over(parsed, 0, 4, `ALTER ${keywordOf(sql, kind)} ${names[0] ?? ''} RENAME TO ${names[1] ?? ''}`)];
}

function alterTable(parsed: ParsedSql): Rewrite[] {
  const { sql, significant } = parsed;
  const table = tableAt(parsed, 2);
  if (table === undefined) return [];
  const word = (at: number): string => keywordOf(sql, significant[at]);
  const name = (at: number): string => quoteName(identifierOf(sql, significant[at]) ?? '');
  const at = table.end;
  const isColumn = word(at + 1) === 'COLUMN' ? 1 : 0;
  const [from, to] = [at + 1 + isColumn, at + 2 + isColumn];
  const rest = (start: number): string =>
    sql.slice(significant[start]?.start ?? sql.length, significant.at(-1)?.end);
  switch (word(at)) {
    case 'RENAME':
      if (word(at + 1) === 'AS') return [over(parsed, at + 1, at + 1, 'TO')];
      return isColumn === 1 && word(to) === 'AS' ? [over(parsed, to, to, 'TO')] : [];
    case 'MODIFY':
      return [over(parsed, at, significant.length - 1, `ALTER COLUMN ${name(from)} TYPE ${rest(to)}`)];
    case 'CHANGE':
      if (name(from).toLowerCase() !== name(to).toLowerCase()) return [];
      return [over(parsed, at, significant.length - 1, `ALTER COLUMN ${name(from)} TYPE ${rest(to + 1)}`)];
    case 'ADD': {
      const unique = word(at + 1) === 'UNIQUE' ? 1 : 0;
      if (word(at + 1 + unique) !== 'INDEX' && word(at + 1 + unique) !== 'KEY') return [];
      const index = at + 2 + unique;
      return [
        over(
          parsed,
          0,
          significant.length - 1,
          `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${name(index)} ON ${quoteName(table.name)} ${rest(index + 1)}`,
        ),
      ];
    }
    default:
      return [];
  }
}

/** `INSERT INTO t SET a = 1, b = 2`: the names, and the values in the same order. */
function insertSet(parsed: ParsedSql): Rewrite[] {
  const { sql, significant } = parsed;
  const table = tableAt(parsed, keywordOf(sql, significant[1]) === 'INTO' ? 2 : 1);
  if (table === undefined || keywordOf(sql, significant[table.end]) !== 'SET') return [];
  const names: string[] = [];
  const values: string[] = [];
  let [depth, start] = [0, table.end + 1];
  for (let at = start; at <= significant.length; at += 1) {
    const token = significant[at];
    if (isSymbol(sql, token, '(')) depth += 1;
    else if (isSymbol(sql, token, ')')) depth -= 1;
    if (token !== undefined && !(depth === 0 && isSymbol(sql, token, ','))) continue;
    if (!isSymbol(sql, significant[start + 1], '=')) return [];
    names.push(quoteName(identifierOf(sql, significant[start]) ?? ''));
    values.push(sql.slice(significant[start + 2]?.start ?? 0, significant[at - 1]?.end));
    start = at + 1;
  }
  return [
    over(parsed, table.end, significant.length - 1, `(${names.join(', ')}) VALUES (${values.join(', ')})`),
  ];
}
