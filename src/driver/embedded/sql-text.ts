import type { SqlPosition } from '../../errors/call-error.js';
import { unquoteName } from '../../sql/names.js';
import type { Token } from '../../sql/token.js';

export function tokenText(sql: string, token: Token): string {
  return sql.slice(token.start, token.end);
}

/** The name a token stands for, in its own letter case; undefined when it is no name. */
export function identifierOf(sql: string, token: Token | undefined): string | undefined {
  if (token === undefined || (token.kind !== 'word' && token.kind !== 'quotedName')) return undefined;
  return unquoteName(tokenText(sql, token));
}

/** The keyword a token stands for, in upper case; empty for quoted names and everything else. */
export function keywordOf(sql: string, token: Token | undefined): string {
  return token?.kind === 'word' ? tokenText(sql, token).toUpperCase() : '';
}

/** True when the token is this one character. */
export function isSymbol(sql: string, token: Token | undefined, symbol: string): boolean {
  return token?.kind === 'symbol' && tokenText(sql, token) === symbol;
}

/** A name as DuckDB reads it back unchanged. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A string literal of DuckDB. */
export function quoteString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Line and column of an offset; a line ends with LF, CR LF or CR. */
export function positionAt(sql: string, offset: number): SqlPosition {
  const lines = sql.slice(0, offset).split(/\r\n|\r|\n/);
  return { offset, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** `line 2, column 5`, for messages. */
export function placeAt(sql: string, offset: number): string {
  const { line, column } = positionAt(sql, offset);
  return `line ${line}, column ${column}`;
}
