import { RESERVED_WORDS } from './reserved-words.js';

/** A name as SQL can hold it: in brackets when it is a reserved word or has more than letters, digits and `_`. */
export function quoteName(name: string): string {
  const plain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !RESERVED_WORDS.has(name.toLowerCase());
  return plain ? name : `[${name}]`;
}

/** `OWNER.name`, each part quoted as needed; the name alone where the engine told no owner. */
export function quoteObject(owner: string, name: string): string {
  return owner === '' ? quoteName(name) : `${quoteName(owner)}.${quoteName(name)}`;
}

/** `OWNER.name` as the model keeps it in one text, quoted as needed. */
export function quoteQualified(key: string): string {
  return key.split('.').map(quoteName).join('.');
}

/** A SQL string literal; a backslash is a character like any other. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** ` COMMENT '…'`, or nothing. */
export function commentClause(comment: string | undefined): string {
  return comment === undefined ? '' : ` COMMENT ${quoteText(comment)}`;
}
