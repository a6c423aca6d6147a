import { InputError } from '../../errors/call-error.js';

/** A name as the caller wrote it, without quotes and not yet folded to the engine's case. */
export interface ObjectName {
  readonly owner?: string;
  readonly name: string;
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '"': '"', '`': '`' };

/**
 * Splits `owner.name` at the first dot outside quotes and takes one level of quotes off each part.
 * `[owner.name]` in one bracket is split too, as the engine does (catalog, §6).
 * @throws InputError when the name is empty or a quote is not closed
 */
export function parseObjectName(text: string): ObjectName {
  const parts = splitAtDots(text);
  const [first = '', ...rest] = parts;
  if (rest.length > 0) return { owner: unquote(first), name: unquote(rest.join('.')) };
  const only = unquote(first);
  if (only === '') throw new InputError('The object name is empty.');
  const dot = first === only ? -1 : only.indexOf('.');
  return dot > 0 ? { owner: only.slice(0, dot), name: only.slice(dot + 1) } : { name: only };
}

function splitAtDots(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const closing = at === start ? CLOSING[character] : undefined;
    if (closing !== undefined) {
      const end = text.indexOf(closing, at + 1);
      if (end < 0)
        throw new InputError(`The object name ${text} has a quote ${character} that is not closed.`);
      at = end;
    } else if (character === '.' && parts.length === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unquote(part: string): string {
  const closing = CLOSING[part.charAt(0)];
  return closing !== undefined && part.length > 1 && part.endsWith(closing) ? part.slice(1, -1) : part;
}
