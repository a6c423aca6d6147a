/** SELECTs of which each would have ended or blocked a server whose engine runs in its own process. */

const deep = (text: string, depth = 300_000): string => `repeat('${text}', ${depth})`;
const NESTED_LIST = `${deep('[')} || ${deep(']')}`;
const NESTED_OBJECT = `${deep('{"a":')} || '1' || ${deep('}')}`;
const LONG = "repeat('ab', 50000000)";

/** The lines of the table of the issue, and kinds of their own. */
export const HOSTILE: readonly string[] = [
  `SELECT json_structure(${NESTED_LIST})`,
  `SELECT json_structure(${NESTED_OBJECT})`,
  `SELECT json_contains(${NESTED_LIST}, '1')`,
  `SELECT json_merge_patch(${NESTED_OBJECT}, ${NESTED_OBJECT})`,
  `SELECT json_transform('1', ${NESTED_LIST})`,
  "SELECT levenshtein(repeat('ab', 60000), repeat('ba', 60000))",
  'SELECT max(len(m)) FROM (SELECT map(list(i), list(i)) AS m FROM range(200000000) t(i))',
  'SELECT len(list(i)) FROM range(2000000000) t(i)',
  'SELECT len(range(1000000000))',
  'SELECT COUNT(*) FROM (SELECT unnest(range(1000000000)))',
  `SELECT length(regexp_replace(${LONG}, 'a', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'g'))`,
  `SELECT length(replace(${LONG}, 'a', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'))`,
  "SELECT length(repeat('abcdefgh', 400000000))",
  "SELECT length(lpad('a', 2000000000, 'bc'))",
  `SELECT len(string_split(${LONG}, 'a'))`,
  `SELECT length(to_json(string_split(${LONG}, 'a')))`,
  "SELECT i FROM range(200000000) t(i) ORDER BY md5(i::VARCHAR), repeat('a', 100) LIMIT 1",
  `SELECT ${'1,'.repeat(399_999)}1`,
  `SELECT 'a'${"||'a'".repeat(199_999)}`,
  `SELECT ${'abs('.repeat(199_000)}1${')'.repeat(199_000)}`,
  `SELECT 1 WHERE 1=1${' AND 1=1'.repeat(120_000)}`,
  `SELECT 1 WHERE 1=1${' OR 1=0'.repeat(130_000)}`,
];

/** Values that are long, deep or big, by the type of an argument. */
const ARGUMENTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^JSON$/, [NESTED_LIST, NESTED_OBJECT]],
  [/^VARCHAR$/, ["repeat('ab', 20000000)", NESTED_LIST]],
  [/^BLOB$/, ["repeat('ab', 20000000)::BLOB"]],
  [/\[\]|^ANY\[/, ['range(20000000)']],
  [/^(?:U?(?:TINY|SMALL)INT|U?INTEGER)$/, ['100']],
  [/^(?:U?BIGINT|U?HUGEINT)$/, ['2000000000']],
  [/^(?:DOUBLE|FLOAT|DECIMAL)/, ['1e300']],
  [/^BOOLEAN$/, ['true']],
  [/^DATE$/, ["DATE '2024-02-29'"]],
  [/^TIMESTAMP/, ["TIMESTAMP '2024-02-29 12:00:00'"]],
  [/^(?:ANY|T|K|V)?$/, ['range(20000000)', "repeat('ab', 20000000)"]],
];

/** A call of a function with huge or deep arguments for the types that the engine names; undefined where one is unknown. */
export function callOfFunction(
  name: string,
  types: readonly (string | null)[],
  turn: number,
): string | undefined {
  if (!/^[a-z_]\w*$/.test(name)) return undefined;
  const values = types.map((type) => {
    const fit = ARGUMENTS.find(([pattern]) => pattern.test(type ?? ''))?.[1];
    return fit?.[turn % fit.length];
  });
  return values.includes(undefined)
    ? undefined
    : `SELECT length(CAST(${name}(${values.join(', ')}) AS VARCHAR))`;
}
