import type { Column } from '../driver.js';
import { isSignificant } from '../../sql/significant-token.js';
import { clausesOf, END_QUERY } from './clauses.js';
import { identifierOf, isSymbol, keywordOf, quoteName, tokenText } from './sql-text.js';
import type { ParsedSql, Rewrite } from './sql-translation.js';

/** An item of a SELECT or RETURNING list: indexes of its first and last significant token. */
interface Item {
  readonly first: number;
  readonly last: number;
}

interface ItemList {
  readonly items: readonly Item[];
  /** Its items head the columns of the result. */
  readonly isOutermost: boolean;
}

/**
 * Heads the columns of a result as the caller wrote them: DuckDB's own headings show its parse tree and the rewriting
 * (`count_star()`, `($1 + 1)`). A column's name and an alias stay as DuckDB gives them.
 */
export function headColumns(parsed: ParsedSql, columns: readonly Column[]): readonly Column[] {
  const items = listsOf(parsed).find(({ isOutermost }) => isOutermost)?.items ?? [];
  const expanding = [...items.keys()].filter((index) => mayExpand(parsed, items[index]));
  const added = columns.length - items.length;
  const [first, last] = [expanding.at(0) ?? items.length, expanding.at(-1) ?? -1];
  if (expanding.length === 0 && added !== 0) return columns;
  const itemOf = (index: number): Item | undefined => {
    if (index < first || (added === 0 && first === last)) return items[index];
    return index - added > last ? items[index - added] : undefined;
  };
  return columns.map((column, index) => {
    const item = itemOf(index);
    if (item === undefined || isNamed(parsed, item, column.name)) return column;
    return { ...column, name: textOf(parsed, item) };
  });
}

/**
 * Aliases for the items of inner lists, by the offset where each item ends: an inner heading comes out through `*` or
 * becomes the name of a table's or view's column. Empty where none comes out.
 * @param rewrites what DuckDB gets in other words: a serial's value looks like the name of a column
 */
export function innerHeadings(parsed: ParsedSql, rewrites: readonly Rewrite[]): ReadonlyMap<number, string> {
  const { sql, significant } = parsed;
  const lists = listsOf(parsed);
  const outermost = lists.find(({ isOutermost }) => isOutermost);
  const isShown =
    outermost === undefined
      ? SHOWS_INNER.has(keywordOf(sql, significant[0]))
      : outermost.items.some((item) => mayExpand(parsed, item));
  // BY NAME matches columns by their headings.
  if (!isShown || significant.some((token) => keywordOf(sql, token) === 'NAME')) return new Map();
  const isSerial = ({ first, last }: Item): boolean =>
    rewrites.some(({ start, end }) => start === significant[first]?.start && end === significant[last]?.end);
  return new Map(
    lists
      .filter((list) => list !== outermost)
      .flatMap(({ items }) => items)
      .filter((item) => isSerial(item) || !mayBeNamed(parsed, item))
      .map((item) => [significant[item.last]?.end ?? 0, ` AS ${quoteName(textOf(parsed, item))}`]),
  );
}

/** `FROM t` and `CREATE … AS`. */
const SHOWS_INNER: ReadonlySet<string> = new Set(['FROM', 'CREATE']);
const QUERY: ReadonlySet<string> = new Set(['SELECT', 'FROM']);
const CHANGE: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const LIST: ReadonlySet<string> = new Set(['SELECT', 'RETURNING']);
const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;

function listsOf(parsed: ParsedSql): readonly ItemList[] {
  const { sql, significant } = parsed;
  const clauses = clausesOf(parsed);
  const depths: number[] = [];
  let depth = 0;
  for (const token of significant) {
    const text = token.kind === 'symbol' ? tokenText(sql, token) : '';
    if (CLOSING.test(text)) depth -= 1;
    depths.push(depth);
    if (OPENING.test(text)) depth += 1;
  }
  const outermost = outermostList(parsed, depths);
  return significant.flatMap((token, index) =>
    LIST.has(keywordOf(sql, token)) && clauses[index] === keywordOf(sql, token)
      ? [{ items: itemsBehind(parsed, clauses, depths, index), isOutermost: index === outermost }]
      : [],
  );
}

/** Index of the SELECT or RETURNING whose items head the result; undefined for `FROM t`, `VALUES`, `CREATE …`. */
function outermostList({ sql, significant }: ParsedSql, depths: readonly number[]): number | undefined {
  const start = significant.findIndex((token) => !isSymbol(sql, token, '('));
  const first = keywordOf(sql, significant[start]);
  if (!QUERY.has(first) && !CHANGE.has(first) && first !== 'WITH') return undefined;
  let isChange = false;
  for (let index = start; (depths[index] ?? -1) >= start; index += 1) {
    if (depths[index] !== start || isSymbol(sql, significant[index - 1], '.')) continue;
    const word = keywordOf(sql, significant[index]);
    isChange ||= CHANGE.has(word);
    if (word === (isChange ? 'RETURNING' : 'SELECT')) return index;
    if (!isChange && END_QUERY.has(word)) return undefined;
  }
  return undefined;
}

/** Words between SELECT and its first item. */
const BEFORE_ITEMS: ReadonlySet<string> = new Set(['ALL', 'DISTINCT']);

function itemsBehind(
  { sql, significant }: ParsedSql,
  clauses: readonly string[],
  depths: readonly number[],
  list: number,
): Item[] {
  const depth = depths[list] ?? 0;
  const items: Item[] = [];
  let first = list + 1;
  if (BEFORE_ITEMS.has(keywordOf(sql, significant[first]))) first += 1;
  if (keywordOf(sql, significant[first]) === 'ON' && isSymbol(sql, significant[first + 1], '(')) {
    first = depths.findIndex((at, index) => index > first + 1 && at === depth) + 1;
  }
  for (let index = first; ; index += 1) {
    const isInside = (depths[index] ?? -1) > depth;
    if (isInside) continue;
    const isEnd = depths[index] !== depth || clauses[index] !== clauses[list];
    if (isEnd || isSymbol(sql, significant[index], ',')) {
      if (index > first) items.push({ first, last: index - 1 });
      first = index + 1;
    }
    if (isEnd) return items;
  }
}

/** `*`, `t.*`, `COLUMNS(…)` and `UNNEST(…)` stand for any number of columns. */
function mayExpand({ sql, significant }: ParsedSql, item: Item | undefined): boolean {
  if (item === undefined) return false;
  const { first, last } = item;
  return significant.slice(first, last + 1).some((token, at) => {
    const isStart = at === 0 || isSymbol(sql, significant[first + at - 1], '.');
    if (isStart && isSymbol(sql, token, '*')) return true;
    const word = keywordOf(sql, token);
    return (word === 'COLUMNS' || word === 'UNNEST') && isSymbol(sql, significant[first + at + 1], '(');
  });
}

/** Whether DuckDB's heading is an alias or the name of a column. */
function isNamed(parsed: ParsedSql, item: Item, heading: string): boolean {
  const { sql, significant } = parsed;
  if (isAliased(parsed, item)) return true;
  // A list in UNNEST makes one column, a struct one for each field.
  if (mayExpand(parsed, item) && !/^unnest\(/i.test(heading)) return true;
  return identifierOf(sql, significant[item.last])?.toLowerCase() === heading.toLowerCase();
}

/** `… AS x` or `x: …`. */
function isAliased({ sql, significant }: ParsedSql, { first, last }: Item): boolean {
  if (last - 1 > first && keywordOf(sql, significant[last - 1]) === 'AS') return true;
  const isName = identifierOf(sql, significant[first]) !== undefined;
  return isName && isSymbol(sql, significant[first + 1], ':') && !isSymbol(sql, significant[first + 2], ':');
}

/** Words that end an expression and are no alias. */
const ENDS_EXPRESSION: ReadonlySet<string> = new Set(['END', 'NULL', 'TRUE', 'FALSE']);

/** `isNamed` where DuckDB was not asked yet: in doubt true. */
function mayBeNamed(parsed: ParsedSql, item: Item): boolean {
  const { sql, significant } = parsed;
  if (isAliased(parsed, item) || mayExpand(parsed, item)) return true;
  const last = significant[item.last];
  if (identifierOf(sql, last) === undefined || ENDS_EXPRESSION.has(keywordOf(sql, last))) return false;
  const before = item.last > item.first ? significant[item.last - 1] : undefined;
  const isOperator = before?.kind === 'symbol' && !CLOSING.test(tokenText(sql, before));
  return !isOperator || isPath(parsed, item);
}

function isPath({ sql, significant }: ParsedSql, { first, last }: Item): boolean {
  return significant
    .slice(first, last + 1)
    .every((token, at) =>
      at % 2 === 0 ? identifierOf(sql, token) !== undefined : isSymbol(sql, token, '.'),
    );
}

/** The item as written, with one blank for a comment, a line end or a row of blanks. */
function textOf({ sql, all, significant }: ParsedSql, { first, last }: Item): string {
  const start = significant[first]?.start ?? 0;
  const end = significant[last]?.end ?? 0;
  const tokens = all.filter((token) => token.start >= start && token.end <= end);
  return tokens
    .map((token, index) => {
      if (isSignificant(token)) return tokenText(sql, token);
      const before = tokens[index - 1];
      return before !== undefined && isSignificant(before) ? ' ' : '';
    })
    .join('');
}
