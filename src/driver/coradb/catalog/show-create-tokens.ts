/** A piece of the text of `SHOW CREATE TABLE` (catalog, §4.1). */
export interface ShowToken {
  /** `name` in brackets, `text` in quotes, `enum` a whole list of ENUM values, `open`/`close` a bracket of a list. */
  readonly kind: 'name' | 'text' | 'enum' | 'open' | 'close' | 'comma' | 'word';
  /** Without brackets and quotes; for `enum` what stands between `('` and `')`. */
  readonly text: string;
  /** Where it is in the source. */
  readonly start: number;
  readonly end: number;
}

/** What may follow the end of an ENUM list; quotes inside its values are not escaped, so the first fit ends it. */
const AFTER_ENUM =
  /^'\)(?=, \[|,  CONSTRAINT|,  (?:REVERSE )?(?:UNIQUE )?INDEX| DEFAULT| SHARED| VALUE| NOT NULL| COLLATE| COMMENT| ON UPDATE| AUTO_INCREMENT|\)|$)/;

/** Splits the text into tokens; whatever is not understood becomes words. */
export function tokenizeShowCreate(source: string): readonly ShowToken[] {
  const tokens: ShowToken[] = [];
  let at = 0;
  const push = (kind: ShowToken['kind'], text: string, end: number): void => {
    tokens.push({ kind, text, start: at, end });
    at = end;
  };
  while (at < source.length) {
    const character = source.charAt(at);
    if (/\s/.test(character)) at += 1;
    else if (character === '[') push('name', ...bracketed(source, at));
    else if (character === "'") push('text', ...quoted(source, at));
    else if (character === '(' || character === '{') {
      const isEnum = tokens.at(-1)?.text === 'ENUM' && source.startsWith("('", at);
      if (isEnum) push('enum', ...enumList(source, at));
      else push('open', character, at + 1);
    } else if (character === ')' || character === '}') push('close', character, at + 1);
    else if (character === ',') push('comma', character, at + 1);
    else {
      const word = /^[^\s[\](){}',]+/.exec(source.slice(at, at + 300))?.[0] ?? character;
      push('word', word, at + word.length);
    }
  }
  return tokens;
}

function bracketed(source: string, start: number): [string, number] {
  const close = source.indexOf(']', start);
  const end = close < 0 ? source.length : close;
  return [source.slice(start + 1, end), Math.min(end + 1, source.length)];
}

function quoted(source: string, start: number): [string, number] {
  let at = start + 1;
  while (at < source.length) {
    if (source.charAt(at) !== "'") at += 1;
    else if (source.charAt(at + 1) === "'") at += 2;
    else break;
  }
  return [source.slice(start + 1, at).replaceAll("''", "'"), Math.min(at + 1, source.length)];
}

function enumList(source: string, start: number): [string, number] {
  for (let at = source.indexOf("')", start + 2); at >= 0; at = source.indexOf("')", at + 1)) {
    if (AFTER_ENUM.test(source.slice(at, at + 30))) return [source.slice(start + 2, at), at + 2];
  }
  return [source.slice(start + 2), source.length];
}
