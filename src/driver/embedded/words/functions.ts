/**
 * Functions of CoraDB that DuckDB lacks or means otherwise, as temporary macros that a statement which names them gets (CUBRID manual,
 * "SQL Functions and Operators"). DuckDB looks there first, so that one of the same name replaces its own; the file of a
 * database holds none of them.
 */

type Macros = readonly (readonly [name: string, ...forms: string[]])[];

/** Replaces patterns in a text, in order, as one SQL expression. */
function replaced(
  text: string,
  pairs: readonly (readonly [pattern: string, by: string])[],
  flags = 'g',
): string {
  return pairs.reduce(
    (inner, [pattern, by]) => `regexp_replace(${inner}, '${pattern}', '${by}', '${flags}')`,
    text,
  );
}

/** DuckDB asks for a constant format, already while the macro is made; behind a condition it waits for the call. */
function asFormat(expression: string): string {
  return `CASE WHEN f IS NULL THEN NULL ELSE ${expression} END`;
}

/** `YYYY-MM-DD HH24:MI:SS` as strftime writes it. Longer words stand before those that they begin with. */
const DATE_WORDS = asFormat(
  replaced(
    'f',
    [
      ['%', '%%'],
      ['YYYY', '%Y'],
      ['YY', '%y'],
      ['MONTH', '%B'],
      ['MON', '%b'],
      ['MM', '%m'],
      ['DD', '%d'],
      ['DAY', '%A'],
      ['DY', '%a'],
      ['HH24', '%H'],
      ['HH12', '%I'],
      ['HH', '%I'],
      ['MI', '%M'],
      ['SS', '%S'],
      ['FF', '%g'],
      ['\\b[AP]\\.?M\\.?', '%p'],
      ['"', ''],
    ],
    'gi',
  ),
);

/** MySQL's format, whose letters differ from strftime's in part. */
const MYSQL_WORDS = asFormat(
  replaced('f', [
    ['%M', '%B'],
    ['%i', '%M'],
    ['%s', '%S'],
    ['%W', '%A'],
    ['%c', '%-m'],
    ['%e', '%-d'],
    ['%k', '%-H'],
    ['%l', '%-I'],
    ['%h', '%I'],
    ['%f', '%g'],
    ['%T', '%H:%M:%S'],
    ['%r', '%I:%M:%S %p'],
  ]),
);

/** Dates, times and their texts alike; NULL for what is neither. */
const MOMENT = (value: string): string => `TRY_CAST(CAST(${value} AS VARCHAR) AS TIMESTAMP)`;
const DAY = (value: string): string => `CAST(CAST(${value} AS TIMESTAMP) AS DATE)`;
/** A time has no date for strftime. */
const CLOCK = (value: string): string =>
  `coalesce(${MOMENT(value)}, TRY_CAST('1970-01-01 ' || CAST(${value} AS VARCHAR) AS TIMESTAMP))`;

/** `9,999.99` and its like. */
const IS_NUMBER_FORMAT = "regexp_matches(f, '^[S$]?[90,.]+$')";
const DECIMALS = "(CASE WHEN contains(f, '.') THEN length(f) - instr(f, '.') ELSE 0 END)";
const NUMBER_TEXT =
  `format('{:' || (CASE WHEN contains(f, ',') THEN ',' ELSE '' END) || '.' || ${DECIMALS} || 'f}', ` +
  'TRY_CAST(CAST(x AS VARCHAR) AS DOUBLE))';

const DATES: Macros = [
  [
    'to_char',
    '(x) AS CAST(x AS VARCHAR)',
    `(x, f) AS CASE WHEN ${IS_NUMBER_FORMAT} THEN ${NUMBER_TEXT} ELSE strftime(${CLOCK('x')}, ${DATE_WORDS}) END`,
  ],
  ['date_format', `(d, f) AS strftime(${MOMENT('d')}, ${MYSQL_WORDS})`],
  ['time_format', `(d, f) AS strftime(${CLOCK('d')}, ${MYSQL_WORDS})`],
  ['str_to_date', `(s, f) AS strptime(s, ${MYSQL_WORDS})`],
  [
    'to_date',
    "(s) AS coalesce(TRY_CAST(s AS DATE), CAST(strptime(s, '%m/%d/%Y') AS DATE))",
    `(s, f) AS CAST(strptime(s, ${DATE_WORDS}) AS DATE)`,
  ],
  ['to_datetime', `(s) AS CAST(s AS TIMESTAMP)`, `(s, f) AS strptime(s, ${DATE_WORDS})`],
  ['to_time', '(s) AS CAST(s AS TIME)', `(s, f) AS CAST(strptime(s, ${DATE_WORDS}) AS TIME)`],
  ['add_months', `(d, n) AS CAST(${DAY('d')} + to_months(CAST(n AS INTEGER)) AS DATE)`],
  ['datediff', `(a, b) AS date_diff('day', ${DAY('b')}, ${DAY('a')})`, '(p, a, b) AS date_diff(p, a, b)'],
  ['date_add', '(d, i) AS CAST(d AS TIMESTAMP) + i'],
  ['date_sub', '(d, i) AS CAST(d AS TIMESTAMP) - i', '(p, a, b) AS datesub(p, a, b)'],
  [
    'adddate',
    `(d, i) AS CAST(d AS TIMESTAMP) + CASE WHEN typeof(i) = 'INTERVAL' THEN CAST(CAST(i AS VARCHAR) AS INTERVAL) ELSE to_days(TRY_CAST(CAST(i AS VARCHAR) AS INTEGER)) END`,
  ],
  [
    'subdate',
    `(d, i) AS CAST(d AS TIMESTAMP) - CASE WHEN typeof(i) = 'INTERVAL' THEN CAST(CAST(i AS VARCHAR) AS INTERVAL) ELSE to_days(TRY_CAST(CAST(i AS VARCHAR) AS INTEGER)) END`,
  ],
  ['timediff', '(a, b) AS CAST(a AS TIMESTAMP) - CAST(b AS TIMESTAMP)'],
  [
    'months_between',
    `(a, b) AS (year(${DAY('a')}) - year(${DAY('b')})) * 12 + month(${DAY('a')}) - month(${DAY('b')}) + CASE WHEN day(${DAY('a')}) = day(${DAY('b')}) OR (${DAY('a')} = last_day(${DAY('a')}) AND ${DAY('b')} = last_day(${DAY('b')})) THEN 0 ELSE (day(${DAY('a')}) - day(${DAY('b')})) / 31.0 END`,
  ],
  ['last_day', `(d) AS CAST(date_trunc('month', ${DAY('d')}) + INTERVAL 1 MONTH - INTERVAL 1 DAY AS DATE)`],
  ['year', "(d) AS date_part('year', CAST(d AS TIMESTAMP))"],
  ['month', "(d) AS date_part('month', CAST(d AS TIMESTAMP))"],
  ['day', "(d) AS date_part('day', CAST(d AS TIMESTAMP))"],
  ['dayofmonth', "(d) AS date_part('day', CAST(d AS TIMESTAMP))"],
  ['dayofyear', "(d) AS date_part('doy', CAST(d AS TIMESTAMP))"],
  ['quarter', "(d) AS date_part('quarter', CAST(d AS TIMESTAMP))"],
  ['coradb_dayofweek', "(d) AS date_part('dow', CAST(d AS TIMESTAMP)) + 1"],
  ['coradb_weekday', "(d) AS date_part('isodow', CAST(d AS TIMESTAMP)) - 1"],
  ['coradb_to_days', `(d) AS date_diff('day', DATE '0001-01-01', ${DAY('d')}) + 366`],
  ['from_days', "(n) AS CAST(DATE '0001-01-01' + CAST(n - 366 AS INTEGER) AS DATE)"],
  ['makedate', '(y, n) AS CAST(make_date(CAST(y AS BIGINT), 1, 1) + CAST(n - 1 AS INTEGER) AS DATE)'],
  ['maketime', '(h, m, s) AS make_time(CAST(h AS BIGINT), CAST(m AS BIGINT), CAST(s AS DOUBLE))'],
  ['sec_to_time', "(n) AS CAST(TIME '00:00:00' + to_seconds(n) AS TIME)"],
  ['time_to_sec', `(t) AS CAST(date_part('epoch', ${CLOCK('t')}) % 86400 AS BIGINT)`],
  [
    'unix_timestamp',
    '() AS CAST(epoch(now()) AS BIGINT)',
    '(d) AS CAST(epoch(CAST(d AS TIMESTAMP)) AS BIGINT)',
  ],
  [
    'from_unixtime',
    '(n) AS make_timestamp(CAST(n AS BIGINT) * 1000000)',
    `(n, f) AS strftime(make_timestamp(CAST(n AS BIGINT) * 1000000), ${MYSQL_WORDS})`,
  ],
  ['curdate', '() AS current_date'],
  ['curtime', '() AS localtime'],
  ['sysdate', '() AS current_date'],
  ['utc_date', "() AS CAST(now() AT TIME ZONE 'UTC' AS DATE)"],
  ['utc_time', "() AS CAST(now() AT TIME ZONE 'UTC' AS TIME)"],
];

const TEXTS: Macros = [
  ['ucase', '(s) AS upper(s)'],
  ['lcase', '(s) AS lower(s)'],
  ['mid', '(s, p, n) AS substr(s, p, n)'],
  ['space', "(n) AS repeat(' ', n)"],
  [
    'locate',
    '(a, s) AS instr(s, a)',
    '(a, s, p) AS CASE instr(substr(s, p), a) WHEN 0 THEN 0 ELSE instr(substr(s, p), a) + p - 1 END',
  ],
  [
    'instr',
    '(s, a) AS strpos(s, a)',
    '(s, a, p) AS CASE strpos(substr(s, p), a) WHEN 0 THEN 0 ELSE strpos(substr(s, p), a) + p - 1 END',
  ],
  [
    'lpad',
    "(s, n) AS CASE WHEN length(s) >= n THEN left(s, n) ELSE repeat(' ', n - length(s)) || s END",
    '(s, n, p) AS CASE WHEN length(CAST(s AS VARCHAR)) >= n THEN left(CAST(s AS VARCHAR), n) ELSE left(repeat(p, n), n - length(CAST(s AS VARCHAR))) || CAST(s AS VARCHAR) END',
  ],
  [
    'rpad',
    "(s, n) AS left(CAST(s AS VARCHAR) || repeat(' ', n), n)",
    '(s, n, p) AS left(CAST(s AS VARCHAR) || repeat(p, n), n)',
  ],
  [
    'replace',
    "(s, a) AS array_to_string(string_split(s, a), '')",
    '(s, a, b) AS array_to_string(string_split(s, a), b)',
  ],
  ['lengthb', '(s) AS strlen(s)'],
  ['octet_length', '(s) AS strlen(CAST(s AS VARCHAR))'],
  ['strcmp', '(a, b) AS CASE WHEN a < b THEN -1 WHEN a > b THEN 1 WHEN a = b THEN 0 END'],
  ['find_in_set', "(s, l) AS coalesce(list_position(string_split(l, ','), s), 0)"],
  [
    'substring_index',
    '(s, d, n) AS CASE WHEN n >= 0 THEN array_to_string(list_slice(string_split(s, d), 1, n), d) ELSE array_to_string(list_slice(string_split(s, d), n, -1), d) END',
  ],
  ['regexp_like', '(s, p) AS regexp_matches(s, p)'],
  ['regexp_substr', "(s, p) AS nullif(regexp_extract(s, p), '')"],
  ['regexp_count', '(s, p) AS len(regexp_extract_all(s, p))'],
  [
    'to_number',
    "(s) AS CAST(replace(s, ',', '') AS DOUBLE)",
    "(s, f) AS CAST(replace(s, ',', '') AS DOUBLE)",
  ],
];

/** Arguments from `least` to `most` in pairs of value and result, perhaps with a default behind. */
function decodeForms(most: number): string[] {
  return Array.from({ length: most - 2 }, (_, at) => {
    const count = at + 3;
    const names = Array.from({ length: count }, (_name, index) => `a${index}`);
    const pairs = Math.floor((count - 1) / 2);
    const tests = Array.from(
      { length: pairs },
      (_pair, index) => `WHEN a0 IS NOT DISTINCT FROM a${2 * index + 1} THEN a${2 * index + 2}`,
    );
    const otherwise = count % 2 === 0 ? ` ELSE a${count - 1}` : '';
    return `(${names.join(', ')}) AS CASE ${tests.join(' ')}${otherwise} END`;
  });
}

/** `elt(n, a, b, …)` and `field(x, a, b, …)`. */
function listForms(most: number, body: (list: string) => string): string[] {
  return Array.from({ length: most }, (_, at) => {
    const names = Array.from({ length: at + 1 }, (_name, index) => `a${index}`).join(', ');
    return `(x, ${names}) AS ${body(`[${names}]`)}`;
  });
}

const OTHERS: Macros = [
  ['nvl', '(a, b) AS coalesce(a, b)'],
  ['nvl2', '(a, b, c) AS CASE WHEN a IS NULL THEN c ELSE b END'],
  ['"isnull"', '(a) AS CASE WHEN a IS NULL THEN 1 ELSE 0 END'],
  ['decode', ...decodeForms(12)],
  ['elt', ...listForms(6, (list) => `list_extract(${list}, x)`)],
  ['field', ...listForms(6, (list) => `coalesce(list_position(${list}, x), 0)`)],
  ['rand', '() AS CAST(floor(random() * 2147483648) AS INTEGER)'],
  ['drand', '() AS random()'],
  ['drandom', '() AS random()'],
  ['truncate', '(x, n) AS trunc(x, n)'],
  ['database', "() AS CASE current_database() WHEN 'memory' THEN 'e-commerce' ELSE current_database() END"],
  ['schema', "() AS CASE current_database() WHEN 'memory' THEN 'e-commerce' ELSE current_database() END"],
];

/** What makes each function, by its name in lower case. None needs another one. */
export const FUNCTIONS: ReadonlyMap<string, string> = new Map(
  [...DATES, ...TEXTS, ...OTHERS].map(
    ([name, ...forms]) => [name, `CREATE OR REPLACE TEMP MACRO ${name} ${forms.join(', ')}`] as const,
  ),
);

/** Functions that DuckDB has under the same name for something else; its own INTERVAL needs one of them. */
export const RENAMED_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['DAYOFWEEK', 'coradb_dayofweek'],
  ['WEEKDAY', 'coradb_weekday'],
  ['TO_DAYS', 'coradb_to_days'],
  ['ISNULL', '"isnull"'],
]);
