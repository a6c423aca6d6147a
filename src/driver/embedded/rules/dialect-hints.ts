import { deed } from '../../../errors/edge-names.js';
/** The form that runs here, for forms of CoraDB that the embedded engine does not read. Texts are those of DuckDB 1.5. */
export const DIALECT_HINTS: readonly {
  readonly code?: string;
  readonly text: RegExp;
  readonly hint: string;
}[] = [
  {
    text: /^Referenced column "(?:ROWNUM|INST_NUM|ORDERBY_NUM)"|with name (?:rownum|inst_num|orderby_num|groupby_num) does/i,
    hint: 'The embedded engine numbers rows in SELECT lists and in WHERE … AND ROWNUM <= 10. Elsewhere write LIMIT; in a change, WHERE id IN (SELECT id FROM t ORDER BY id LIMIT 10).',
  },
  {
    text: /^No function matches [^\n]*'[-+]\((?:TIMESTAMP|DATE|TIME)/,
    hint: 'The embedded engine adds whole days to a DATE only; for times write - INTERVAL 60 SECOND, + INTERVAL 1 DAY.',
  },
  {
    text: /^No function matches [^\n]*'(?:trunc|round)\((?:TIMESTAMP|DATE)/,
    hint: "The embedded engine cuts dates with DATE_TRUNC('month', d).",
  },
  {
    text: /^No function matches [^\n]*'format\(/,
    hint: "Write TO_CHAR(x, '999,999,999.99').",
  },
  {
    code: 'Catalog',
    text: /^Sequence with name .* does not exist/,
    hint: `${deed('describe')} shows the serials. name.nextval is a step of a serial; a column of that name is written without the name before it.`,
  },
  {
    text: /with name last_insert_id does/i,
    hint: 'An AUTO_INCREMENT column has a serial: SELECT t_ai_id.CURRENT_VALUE for column id of table t, or INSERT … RETURNING id.',
  },
  {
    code: 'Parser',
    text: /at or near "WITH"[\s\S]*START WITH|at or near "(?:CONNECT|PRIOR)"/i,
    hint: 'The embedded engine walks a hierarchy with WITH RECURSIVE n (id) AS (SELECT … UNION ALL SELECT … FROM t JOIN n ON …) SELECT … FROM n.',
  },
  {
    code: 'Parser',
    text: /FOREIGN KEY constraints cannot use/,
    hint: 'The embedded engine keeps no ON DELETE or ON UPDATE action: leave it out, and change the rows that point here first.',
  },
  {
    code: 'Parser',
    text: /at or near "DUPLICATE"/i,
    hint: 'The embedded engine writes it ON CONFLICT (key) DO UPDATE SET a = excluded.a, or REPLACE INTO.',
  },
  {
    code: 'Parser',
    text: /Expected a constant as type modifier/,
    hint: 'The embedded engine makes an index in a statement of its own: CREATE INDEX i ON t (a).',
  },
  { text: /Can only drop one object at a time/, hint: 'Write one DROP for each, separated by ;' },
  {
    code: 'Parser',
    text: /at or near "LIMIT"/i,
    hint: 'In a change write WHERE id IN (SELECT id FROM t ORDER BY id LIMIT 10).',
  },
];

/** DuckDB's guesses at names, and the list of all forms of a function: they mislead, or take 2,000 characters. */
const FUNCTION_GUESS = /^((?:Scalar|Aggregate|Table) Function with name [^\n]*)\nDid you mean [^\n]*/;
const CANDIDATES = / You might need to add explicit type casts\.\n\tCandidate functions:\n(?:\t[^\n]*\n)*\n?/;

export function withoutGuesses(message: string): string {
  return message.replace(FUNCTION_GUESS, '$1').replace(CANDIDATES, '\n');
}
