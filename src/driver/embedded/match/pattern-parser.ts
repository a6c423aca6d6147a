import type { Token } from '../../../sql/token.js';
import { withoutOwner } from '../owner-rewriting.js';
import { identifierOf, keywordOf } from '../sql-text.js';
import { commentAsArrow } from './comment-as-arrow.js';
import { matchError } from './match-error.js';
import type { EdgePattern, MatchClause, NodePattern, PathPattern } from './pattern.js';
import { TokenCursor } from './token-cursor.js';

/**
 * Reads the patterns behind the word MATCH.
 * @param tokens the statement's significant tokens
 * @param index of the word MATCH
 * @throws InputError for a pattern that is not supported
 */
export function parseMatch(sql: string, tokens: readonly Token[], index: number): MatchClause {
  const cursor = new TokenCursor(sql, tokens, index);
  const start = cursor.at;
  cursor.index += 1;
  const paths = [parsePath(cursor)];
  while (anotherPatternFollows(cursor)) {
    cursor.index += 1;
    paths.push(parsePath(cursor));
  }
  checkEnd(cursor);
  return { paths, start, end: cursor.end };
}

/** Behind the patterns of a list of tables stands a comma, the end of a subquery, or a word that begins what follows. */
function checkEnd(cursor: TokenCursor): void {
  const next = cursor.peek();
  if (next === undefined || cursor.isSymbol(',') || cursor.isSymbol(')')) return;
  const word = keywordOf(cursor.sql, next);
  if (word === 'MATCH' || word === 'OPTIONAL') {
    cursor.fail('a second MATCH cannot follow; one MATCH takes several patterns, separated by commas');
  }
  if (word === 'AS') cursor.fail('a pattern takes no alias');
  if (!FOLLOW.has(word)) cursor.fail(`expected the end of the pattern, found ${cursor.shown}`);
}

/** Words that may stand behind the tables of FROM or behind one operand of a join. */
const FOLLOW: ReadonlySet<string> = new Set(
  (
    'WHERE GROUP HAVING WINDOW QUALIFY ORDER LIMIT OFFSET FETCH FOR RETURNING UNION INTERSECT EXCEPT DIFFERENCE JOIN ' +
    'LEFT RIGHT FULL INNER OUTER CROSS NATURAL SEMI ANTI ASOF POSITIONAL ON USING SELECT TABLESAMPLE'
  ).split(' '),
);

/**
 * A comma may go on with a pattern or with a table: `, (name:` , `, (:`, `, (name)`, `, ()` start a pattern.
 */
function anotherPatternFollows(cursor: TokenCursor): boolean {
  if (!cursor.isSymbol(',') || !cursor.isSymbol('(', 1)) return false;
  if (cursor.isSymbol(':', 2) || cursor.isSymbol(')', 2)) return true;
  if (cursor.isSymbol(':', 3)) return !cursor.isSymbol(':', 4);
  // DuckDB takes no single table in parentheses.
  return cursor.isSymbol(')', 3) && identifierOf(cursor.sql, cursor.peek(2)) !== undefined;
}

function parsePath(cursor: TokenCursor): PathPattern {
  const nodes = [parseNode(cursor)];
  refuseCommentAsArrow(cursor);
  const edges: EdgePattern[] = [];
  while (cursor.isSymbol('-') || cursor.isSymbol('<')) {
    edges.push(parseEdge(cursor));
    nodes.push(parseNode(cursor));
    refuseCommentAsArrow(cursor);
  }
  return { nodes, edges };
}

function parseNode(cursor: TokenCursor): NodePattern {
  const { at } = cursor;
  if (cursor.isSymbol('{') || cursor.isSymbol('*') || cursor.isSymbol('+')) {
    cursor.fail('patterns of variable length are not supported');
  }
  if (!cursor.skipSymbol('(')) cursor.fail(`expected a vertex in parentheses, found ${cursor.shown}`);
  const element = parseElement(cursor, 'vertex');
  if (!cursor.skipSymbol(')')) cursor.fail(whatIsWrong(cursor, 'vertex'));
  return { ...element, at };
}

function parseEdge(cursor: TokenCursor): EdgePattern {
  const { at } = cursor;
  const fromLeft = cursor.skipSymbol('<');
  if (fromLeft) refuseCommentAsArrow(cursor);
  if (!cursor.skipSymbol('-')) cursor.fail(`expected an edge such as -[e:label]->, found ${cursor.shown}`);
  const { variable, label } = parseBracket(cursor);
  refuseCommentAsArrow(cursor);
  if (!cursor.skipSymbol('-')) cursor.fail(`expected the end of an arrow, found ${cursor.shown}`);
  const toRight = cursor.skipSymbol('>');
  if (fromLeft === toRight) {
    cursor.index -= 1;
    cursor.fail(
      toRight ? 'an arrow with two heads is not supported' : 'an edge without direction is not supported',
    );
  }
  return {
    ...(variable === undefined ? {} : { variable }),
    label,
    direction: toRight ? 'right' : 'left',
    at,
  };
}

function refuseCommentAsArrow({ sql, end, at }: TokenCursor): void {
  const comment = commentAsArrow(sql, end, at);
  if (comment === undefined) return;
  throw matchError(
    sql,
    comment.start,
    `this "${sql.slice(comment.start, comment.start + 2)}" begins a comment, which hides the rest of the line; ` +
      'an edge is written -[e:label]->',
  );
}

function parseBracket(cursor: TokenCursor): { readonly variable?: string; readonly label: string } {
  const bracket = cursor.edgeBracket();
  if (bracket === undefined) {
    cursor.fail(`expected the edge in brackets, such as -[e:label]->, found ${cursor.shown}`);
  }
  if ('problem' in bracket) cursor.fail(bracket.problem);
  const inside: TokenCursor = new TokenCursor(cursor.sql, bracket.inside, 0);
  const { variable, label } = parseElement(inside, 'edge');
  if (!inside.isSymbol(']')) inside.fail(whatIsWrong(inside, 'edge'));
  if (label === undefined) inside.fail('an edge needs a label, such as -[e:label]->');
  cursor.index = bracket.next;
  return variable === undefined ? { label } : { variable, label };
}

type ElementKind = 'vertex' | 'edge';

function parseElement(
  cursor: TokenCursor,
  kind: ElementKind,
): { readonly variable?: string; readonly label?: string } {
  const variable = cursor.skipName();
  const named = variable === undefined ? {} : { variable };
  if (!cursor.skipSymbol(':')) return named;
  return { ...named, label: parseLabel(cursor, kind) };
}

/** `product` or `dba.product`, each part quoted or not: everything here belongs to DBA. */
function parseLabel(cursor: TokenCursor, kind: ElementKind): string {
  const { at } = cursor;
  const first = cursor.skipName();
  if (first === undefined) {
    cursor.fail(`expected the label of the ${kind} after ":", found ${cursor.shown}`);
  }
  if (!cursor.skipSymbol('.')) return first;
  const label = cursor.skipName();
  if (label === undefined) {
    cursor.fail(`expected the label of the ${kind} after the owner ${first}, found ${cursor.shown}`);
  }
  if (withoutOwner([first, label]).length === 1) return label;
  throw matchError(
    cursor.sql,
    at,
    `the owner of ${label} is DBA, not ${first}; write ${label} or dba.${label}`,
  );
}

function whatIsWrong(cursor: TokenCursor, kind: ElementKind): string {
  const element = kind === 'edge' ? 'an edge' : 'a vertex';
  if (cursor.isSymbol('{')) return `properties in ${element} are not supported`;
  if (cursor.isSymbol('|') || cursor.isSymbol('&') || cursor.isSymbol('!') || cursor.isSymbol(':')) {
    return `several labels for ${element} are not supported`;
  }
  if (cursor.isSymbol('*') || cursor.isSymbol('+')) return 'patterns of variable length are not supported';
  if (keywordOf(cursor.sql, cursor.peek()) === 'WHERE') return `a condition in ${element} is not supported`;
  return `expected the end of the ${kind}, found ${cursor.shown}`;
}
