import { RESERVED_WORDS } from './reserved-words.js';

/**
 * A name as SQL can hold it: in brackets when it is a reserved word or has more than letters, digits and `_`; in double
 * quotes when it has a bracket itself, which no name of a CoraDB server has and the embedded engine allows.
 */
export function quoteName(name: string): string {
  const plain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !RESERVED_WORDS.has(name.toLowerCase());
  if (plain) return name;
  return /[[\]]/.test(name) ? `"${name.replaceAll('"', '""')}"` : `[${name}]`;
}

/** `OWNER.name`, each part quoted as needed; the name alone where the engine told no owner. */
export function quoteObject(owner: string, name: string): string {
  return owner === '' ? quoteName(name) : `${quoteName(owner)}.${quoteName(name)}`;
}

/** `OWNER.name` as the model keeps it in one text, quoted as needed. */
export function quoteQualified(key: string): string {
  return key.split('.').map(quoteName).join('.');
}

/** A SQL string literal on one line; a backslash is a character like any other. */
export function quoteText(text: string): string {
  return `'${onOneLine(text).replaceAll("'", "''")}'`;
}

/**
 * Text of people with blanks for its line ends: no line of a schema may begin with what somebody wrote into a comment, a
 * default or a view.
 */
export function onOneLine(text: string): string {
  return text.replace(/\s*[\n\r\v\f\u0085\u2028\u2029]\s*/g, ' ');
}

/** ` COMMENT '…'`, or nothing. */
export function commentClause(comment: string | undefined): string {
  return comment === undefined ? '' : ` COMMENT ${quoteText(comment)}`;
}
