import { clausesOf } from '../clauses.js';
import { isSymbol, keywordOf, tokenText } from '../sql-text.js';
import type { ParsedSql, Rewrite } from '../sql-translation.js';
import { RENAMED_FUNCTIONS } from './functions.js';

/** Words of CoraDB that stand for a value or an operator, and DuckDB's (CUBRID manual, "Date/Time Functions"). */
const VALUES: ReadonlyMap<string, string> = new Map([
  ...['SYSDATE', 'SYS_DATE'].map((word) => [word, 'current_date'] as const),
  ...['SYSTIME', 'SYS_TIME', 'CURRENT_TIME'].map((word) => [word, 'localtime'] as const),
  ...['SYSTIMESTAMP', 'SYS_TIMESTAMP', 'SYSDATETIME', 'SYS_DATETIME', 'CURRENT_DATETIME'].map(
    (word) => [word, 'localtimestamp'] as const,
  ),
]);

/** Types that DuckDB calls otherwise. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['MONETARY', 'DOUBLE'],
  ['CLOB', 'VARCHAR'],
  ['SHORT', 'SMALLINT'],
  ['NCHAR', 'CHAR'],
  ['DATETIMETZ', 'TIMESTAMPTZ'],
  ['DATETIMELTZ', 'TIMESTAMPTZ'],
  ['TIMESTAMPLTZ', 'TIMESTAMPTZ'],
]);

const QUERY_WORDS: ReadonlySet<string> = new Set(['SELECT', 'ALL', 'DISTINCT', 'VALUES', 'WITH']);
const INDEX_HINTS: ReadonlySet<string> = new Set(['USE', 'FORCE', 'IGNORE']);

/** Words, operators and clauses inside of a statement in DuckDB's terms, where one form stands for the other. */
export function expressionRewrites(parsed: ParsedSql): Rewrite[] {
  const { sql, significant } = parsed;
  const word = (at: number): string => keywordOf(sql, significant[at]);
  const isDefinition = word(0) === 'CREATE' || word(0) === 'ALTER';
  const rewrites: Rewrite[] = [];
  const put = (first: number, last: number, text: string): void => {
    rewrites.push({ start: significant[first]?.start ?? 0, end: significant[last]?.end ?? 0, text });
  };
  for (const [at, token] of significant.entries()) {
    const keyword = word(at);
    const isCalled = isSymbol(sql, significant[at + 1], '(');
    if (keyword === '') {
      if (isNullSafeEqual(parsed, at)) put(at, at + 2, ' IS NOT DISTINCT FROM ');
      continue;
    }
    if (isSymbol(sql, significant[at - 1], '.') || isSymbol(sql, significant[at + 1], '.')) continue;
    const value = word(at - 1) === 'AS' ? undefined : VALUES.get(keyword);
    const renamed = isCalled ? RENAMED_FUNCTIONS.get(keyword) : undefined;
    const type = TYPES.get(keyword);
    if (value !== undefined)
      put(at, at + (isCalled && isSymbol(sql, significant[at + 2], ')') ? 2 : 0), value);
    else if (renamed !== undefined) put(at, at, renamed);
    else if (
      type !== undefined &&
      (word(at - 1) === 'AS' ? !isDefinition || isCast(parsed, at) : isDefinition && at > 2)
    )
      put(at, at, type);
    else if (keyword === 'DIV' && at > 0 && significant[at + 1] !== undefined) put(at, at, ' // ');
    else if (
      keyword === 'DIFFERENCE' &&
      (QUERY_WORDS.has(word(at + 1)) || (isCalled && word(at + 2) === 'SELECT'))
    )
      put(at, at, 'EXCEPT');
    else if (keyword === 'REGEXP' || keyword === 'RLIKE') {
      const pattern = significant[at + 1];
      if (pattern?.kind === 'string') put(at, at + 1, `SIMILAR TO ${searching(tokenText(sql, pattern))}`);
    } else if (
      INDEX_HINTS.has(keyword) &&
      word(at + 1) === 'INDEX' &&
      isSymbol(sql, significant[at + 2], '(')
    ) {
      put(at, closing(parsed, at + 2), ' ');
    } else if (keyword === 'GROUP_CONCAT' && isCalled) {
      const text = separated(parsed, at + 1);
      if (text) rewrites.push(...text);
    } else if (keyword === 'WITH' && word(at + 1) === 'ROLLUP') {
      const by = significant.findLastIndex(
        (_, index) => index < at && word(index) === 'BY' && word(index - 1) === 'GROUP',
      );
      if (by >= 0) {
        put(by, by, 'BY ROLLUP (');
        put(at, at + 1, ')');
      }
    } else if (token.kind === 'word' && keyword === 'FOR' && word(at + 1) === 'ORDERBY_NUM') {
      const range = rangeAt(parsed, at + 4);
      if (range) put(at, range.end - 1, limitText(range));
    }
  }
  return [...rewrites, ...rowNumbers(parsed)];
}

/** `CAST(x AS t)`: the word AS of a definition also stands before a query. */
function isCast({ sql, significant }: ParsedSql, at: number): boolean {
  return isSymbol(sql, significant[at + 1], ')') || isSymbol(sql, significant[at + 1], '(');
}

function isNullSafeEqual({ sql, significant }: ParsedSql, at: number): boolean {
  const three = ['<', '=', '>'].every((sign, offset) => isSymbol(sql, significant[at + offset], sign));
  return three && significant[at + 2]?.end === (significant[at]?.start ?? 0) + 3;
}

/** A pattern that may stand anywhere in the text, without case, for a match of the whole text. */
function searching(literal: string): string {
  const pattern = literal.replace(/^[^']*'/, '').slice(0, -1);
  return `'(?is).*(?:${pattern}).*'`;
}

/** Index of the parenthesis that closes the one at `open`; the last token where none does. */
function closing({ sql, significant }: ParsedSql, open: number): number {
  let depth = 0;
  for (let at = open; at < significant.length; at += 1) {
    if (isSymbol(sql, significant[at], '(')) depth += 1;
    else if (isSymbol(sql, significant[at], ')') && (depth -= 1) === 0) return at;
  }
  return significant.length - 1;
}

/** `GROUP_CONCAT(x ORDER BY y SEPARATOR ', ')`: DuckDB takes the separator behind the value. */
function separated(parsed: ParsedSql, open: number): Rewrite[] | undefined {
  const { sql, significant } = parsed;
  const end = closing(parsed, open);
  const at = significant.findIndex(
    (token, index) => index > open && index < end && keywordOf(sql, token) === 'SEPARATOR',
  );
  const text = significant[at + 1];
  const separator = at > 0 ? text : undefined;
  if (at > 0 && separator?.kind !== 'string') return undefined;
  const order = significant.findIndex(
    (token, index) => index > open && index < end && keywordOf(sql, token) === 'ORDER',
  );
  const before = separator ? `, ${tokenText(sql, separator)} ` : '';
  if (separator === undefined || text === undefined) return undefined;
  const first = significant[at];
  if (first === undefined) return undefined;
  if (order < 0) return [{ start: first.start, end: text.end, text: before }];
  const orderToken = significant[order];
  if (orderToken === undefined) return undefined;
  return [
    { start: orderToken.start, end: orderToken.end, text: `${before}ORDER` },
    { start: first.start, end: text.end, text: ' ' },
  ];
}

interface Range {
  readonly from: number;
  /** Without one, all from there. */
  readonly to?: number;
  /** Of the token behind. */
  readonly end: number;
}

/** `<= 10`, `< 11`, `= 1`, `BETWEEN 11 AND 20` behind a row number. */
function rangeAt({ sql, significant }: ParsedSql, at: number): Range | undefined {
  const number = (index: number): number | undefined => {
    const token = significant[index];
    const value = token?.kind === 'number' ? Number(tokenText(sql, token)) : NaN;
    return Number.isSafeInteger(value) ? value : undefined;
  };
  if (keywordOf(sql, significant[at]) === 'BETWEEN') {
    const [from, to] = [number(at + 1), number(at + 3)];
    return from === undefined || to === undefined ? undefined : { from, to, end: at + 4 };
  }
  const signs = ['<', '>', '='].filter((sign) =>
    [at, at + 1].some((index) => isSymbol(sql, significant[index], sign)),
  );
  const length = isSymbol(sql, significant[at + 1], '=') ? 2 : 1;
  const value = number(at + length);
  if (value === undefined) return undefined;
  const end = at + length + 1;
  const written = signs.join('');
  if (written === '<=') return { from: 1, to: value, end };
  if (written === '<') return { from: 1, to: value - 1, end };
  if (written === '=') return { from: value, to: value, end };
  if (written === '>=') return { from: value, end };
  return written === '>' ? { from: value + 1, end } : undefined;
}

function limitText({ from, to }: Range): string {
  const limit = to === undefined ? '' : ` LIMIT ${Math.max(0, to - from + 1)}`;
  return `${limit}${from > 1 ? ` OFFSET ${from - 1}` : ''} `;
}

const ENDS_WHERE: ReadonlySet<string> = new Set([
  'GROUP',
  'ORDER',
  'LIMIT',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'DIFFERENCE',
  'FOR',
]);
const AGGREGATES: ReadonlySet<string> = new Set(['COUNT', 'SUM', 'AVG', 'MIN', 'MAX', 'GROUP_CONCAT']);
const ROW_NUMBER = 'row_number() OVER ()';

/**
 * `ROWNUM` and `INST_NUM()`: the number of a row before it is sorted. In a list it is a window function; in WHERE, one
 * condition among others, it becomes QUALIFY, which DuckDB also looks at before it sorts. Other forms stay, and the error has a hint.
 */
function rowNumbers(parsed: ParsedSql): Rewrite[] {
  const { sql, significant } = parsed;
  const isRowNumber = (at: number): boolean => {
    const keyword = keywordOf(sql, significant[at]);
    const free = !isSymbol(sql, significant[at - 1], '.') && keywordOf(sql, significant[at - 1]) !== 'AS';
    return free && (keyword === 'ROWNUM' || keyword === 'INST_NUM');
  };
  const places = [...significant.keys()].filter(isRowNumber);
  if (places.length === 0) return [];
  const clauses = clausesOf(parsed);
  return places.flatMap((at) => {
    const behind = keywordOf(sql, significant[at]) === 'INST_NUM' ? at + 3 : at + 1;
    const token = significant[at];
    const last = significant[behind - 1];
    if (token === undefined || last === undefined) return [];
    if (clauses[at] === 'SELECT') return [{ start: token.start, end: last.end, text: ROW_NUMBER }];
    return clauses[at] === 'WHERE' ? qualified(parsed, at, behind) : [];
  });
}

function qualified(parsed: ParsedSql, at: number, behind: number): Rewrite[] {
  const { sql, significant } = parsed;
  const range = rangeAt(parsed, behind);
  const before = keywordOf(sql, significant[at - 1]);
  if (range === undefined || (before !== 'WHERE' && before !== 'AND')) return [];
  const query = queryAround(parsed, at);
  if (query === undefined) return [];
  const [first, last] = [significant[at], significant[range.end - 1]];
  const condition =
    range.to === undefined
      ? `QUALIFY ${ROW_NUMBER} >= ${range.from}`
      : `QUALIFY ${ROW_NUMBER} BETWEEN ${range.from} AND ${range.to}`;
  if (first === undefined || last === undefined) return [];
  if (query.end === range.end) return [{ start: first.start, end: last.end, text: `TRUE ${condition} ` }];
  const edge = significant[query.end] ?? significant[query.end - 1];
  if (edge === undefined) return [];
  const text = tokenText(sql, edge);
  const placed = significant[query.end] === undefined ? `${text} ${condition}` : `${condition} ${text}`;
  return [
    { start: first.start, end: last.end, text: 'TRUE' },
    { start: edge.start, end: edge.end, text: placed },
  ];
}

/** Where the WHERE that holds a token ends; undefined where rows are put together behind it, or no rows are selected. */
function queryAround({ sql, significant }: ParsedSql, at: number): { readonly end: number } | undefined {
  let depth = 0;
  let start = at;
  while (start > 0 && !(depth === 0 && keywordOf(sql, significant[start]) === 'SELECT')) {
    if (isSymbol(sql, significant[start], ')')) depth += 1;
    else if (isSymbol(sql, significant[start], '(') && (depth -= 1) < 0) return undefined;
    start -= 1;
  }
  if (keywordOf(sql, significant[start]) !== 'SELECT') return undefined;
  const list = significant.slice(start, at).map((token) => keywordOf(sql, token));
  if (list.slice(0, list.indexOf('FROM')).some((word) => AGGREGATES.has(word))) return undefined;
  depth = 0;
  let end = at;
  for (; end < significant.length; end += 1) {
    if (isSymbol(sql, significant[end], '(')) depth += 1;
    else if (isSymbol(sql, significant[end], ')') && (depth -= 1) < 0) break;
    const word = keywordOf(sql, significant[end]);
    if (depth === 0 && word === 'GROUP') return undefined;
    if (depth === 0 && word === 'OR') return undefined;
    if (depth === 0 && ENDS_WHERE.has(word)) break;
  }
  return { end };
}
