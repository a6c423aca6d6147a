import { InputError } from '../../../errors/call-error.js';
import { keywordOf, placeAt, positionAt } from '../sql-text.js';
import type { ParsedSql } from '../sql-translation.js';

/** Parentheses and brackets within one another. The engine itself takes 1,000 levels of an expression. */
const MAX_NESTING = 1_000;

/** Items of one SELECT list. A CoraDB server makes no table of more than 6,400 columns. */
const MAX_ITEMS = 10_000;

const OPENS: ReadonlySet<string> = new Set(['(', '[', '{']);
const CLOSES: ReadonlySet<string> = new Set([')', ']', '}']);

/**
 * Refuses what the engine would work on for minutes before it runs anything.
 * @throws InputError that names the limit and the place where it is passed
 */
export function checkSize(parsed: ParsedSql): void {
  const { sql, significant } = parsed;
  /** Items so far of the SELECT list at each level; undefined outside of one. */
  const items: (number | undefined)[] = [undefined];
  for (const token of significant) {
    const text = token.kind === 'symbol' ? sql.charAt(token.start) : '';
    const level = items.length - 1;
    if (OPENS.has(text)) {
      if (level >= MAX_NESTING) throw tooMuch(sql, token.start, `${MAX_NESTING} levels of parentheses`);
      items.push(undefined);
    } else if (CLOSES.has(text)) {
      if (level > 0) items.pop();
    } else if (text === ',') {
      const count = items[level];
      if (count === undefined) continue;
      if (count >= MAX_ITEMS) throw tooMuch(sql, token.start, `${MAX_ITEMS} columns in one SELECT`);
      items[level] = count + 1;
    } else if (token.kind === 'word') {
      const word = keywordOf(sql, token);
      if (word === 'SELECT') items[level] = 1;
      else if (word === 'FROM') items[level] = undefined;
    }
  }
}

function tooMuch(sql: string, offset: number, limit: string): InputError {
  return new InputError(`The embedded engine takes at most ${limit} (passed at ${placeAt(sql, offset)}).`, {
    hint: 'Write it as several smaller queries.',
    position: positionAt(sql, offset),
  });
}
