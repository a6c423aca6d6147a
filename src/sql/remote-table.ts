import type { StatementToken } from './statement-tokens.js';

/** Reserved words an expression may follow; unquoted, none of them can be the name of a table. */
export const BEFORE_EXPRESSION: ReadonlySet<string> = new Set(
  (
    'ALL AND AS BETWEEN BINARY BY CALL CASE CONNECT_BY_ROOT DEFAULT DISTINCT DISTINCTROW DIV DO ELSE ESCAPE ' +
    'EVALUATE FOR FROM HAVING IN INTERVAL INTO IS LIKE LIMIT MOD NOT ON OR PRIOR REGEXP RETURN RLIKE SELECT SET ' +
    'THEN TO UNIQUE USING VALUE VALUES VARIABLE WHEN WHERE WITH XOR'
  ).split(' '),
);

/**
 * Whether the `@` at this place makes a remote table (`t@server`) and not a session variable (`@v`): it stands
 * behind the name of a table, with or without blanks, and before that of a server. `a @> b` compares.
 */
export function isRemoteMark(tokens: readonly StatementToken[], at: number): boolean {
  const before = tokens[at - 1];
  if (before?.name === undefined || tokens[at + 1]?.name === undefined) return false;
  return before.keyword === undefined || !BEFORE_EXPRESSION.has(before.keyword);
}
