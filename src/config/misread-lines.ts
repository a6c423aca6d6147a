import { type DotenvAssignment, type DotenvLine, dotenvLines } from './dotenv-lines.js';

/** What other shells and formats put in front of a name. */
const KEYWORDS = /^(?:export|setx?|env|declare|typeset|local|let|const|var)(?=[\s:])[\s:]+/i;
const NAME = /[A-Z][-_.A-Z0-9]*/i;

/**
 * Places of `.env` that look like a setting of this server and assign none: a line no reader of such files
 * understands, or a setting within the value of another name (`A=1; CORADB_WRITE_MODE=off`). Quoted values of other
 * programs may hold whatever they want. Values are not repeated: one may be a secret.
 *
 * @param isOurs whether a name is a setting of this server, or was meant to be one
 * @returns one line a problem
 */
export function misreadLines(text: string, isOurs: (name: string) => boolean): readonly string[] {
  return dotenvLines(text).flatMap((line) => {
    const place = `.env line ${line.number}:`;
    const { assignment } = line;
    if (assignment === undefined) {
      const name = unreadName(line, isOurs);
      return name === undefined ? [] : [`${place} ${name} is not assigned; write NAME=value`];
    }
    // NAME-WITH-DASHES is a valid line of such a file but no setting of anybody.
    if (isOurs(assignment.name) && /[-.]/.test(assignment.name)) {
      return [`${place} ${assignment.name}: unknown setting; names have _ between their words`];
    }
    return swallowedNames(assignment, isOurs).map(
      (name) =>
        `${place} ${name} is part of the value of ${assignment.name}; give each setting a line of its own, or put that value in quotes`,
    );
  });
}

/** The name a line begins with, behind marks and keywords, or one with a value anywhere in it. */
function unreadName({ text }: DotenvLine, isOurs: (name: string) => boolean): string | undefined {
  const [code = ''] = text.split('#');
  const bare = code.replace(/^[^=A-Z]+/i, '').replace(KEYWORDS, '');
  const first = NAME.exec(bare.replace(/^["']/, ''));
  const valued = [...code.matchAll(/([A-Z][-_.A-Z0-9]*)["']?\s*[=:]/gi)].map(([, name = '']) => name);
  const names = first?.index === 0 ? [first[0], ...valued] : valued;
  return names.find(isOurs);
}

/** Our settings in a row of assignments that such a file takes for one value. */
function swallowedNames(
  { name, value, isQuoted }: DotenvAssignment,
  isOurs: (name: string) => boolean,
): readonly string[] {
  if (isQuoted) {
    // No value of ours has several lines: its quote was closed too late.
    return isOurs(name)
      ? value
          .split('\n')
          .slice(1)
          .flatMap((line) => assignedIn(line))
          .filter(isOurs)
      : [];
  }
  const parts = value.replaceAll(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '""').split(/;|&&|\|\|/);
  return parts
    .flatMap((part, index) => assignedIn(index === 0 ? part.replace(/^\s*\S+/, '') : part))
    .filter(isOurs);
}

/** `A=1 export B=2 command` begins with assignments of A and B. */
function assignedIn(text: string): readonly string[] {
  const names: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const name = /^["']?([A-Z][-_.A-Z0-9]*)=/i.exec(word)?.[1];
    if (name !== undefined) names.push(name);
    else if (!/^(?:export|setx?|env)$/i.test(word)) break;
  }
  return names;
}
