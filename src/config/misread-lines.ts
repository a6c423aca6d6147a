import { type DotenvAssignment, type DotenvLine, dotenvLines } from './dotenv-lines.js';
import { lookAlikeIn, withLatinLetters } from './look-alikes.js';

/** What other shells and formats put in front of a name. */
const KEYWORDS = /^(?:export|setx?|env|declare|typeset|local|let|const|var)(?=[\s:])[\s:]+/i;
const NAME = /[A-Z][-_.A-Z0-9]*/i;

/**
 * Places of `.env` that look like a setting of this server and do not mean what they look like: a line no reader of such
 * files understands, a setting within the value of another name (`A=1; CORADB_WRITE_MODE=off`), one that stands there
 * twice, a value cut at a `#`, a quote that is not closed. Quoted values of other
 * programs may hold whatever they want. Values are not repeated: one may be a secret.
 *
 * @param isOurs whether a name is a setting of this server, or was meant to be one
 * @returns one line a problem
 */
export function misreadLines(text: string, isOurs: (name: string) => boolean): readonly string[] {
  const lines = dotenvLines(text);
  return [...lines.flatMap((line) => misreadLine(line, isOurs)), ...repeatedNames(lines, isOurs)];
}

function misreadLine(line: DotenvLine, isOurs: (name: string) => boolean): readonly string[] {
  const place = `.env line ${line.number}:`;
  const { assignment } = line;
  if (assignment === undefined) {
    const name = unreadName(line.text, isOurs);
    if (name !== undefined) return [`${place} ${name} is not assigned; write NAME=value`];
    const meant = unreadName(withLatinLetters(line.text), isOurs);
    return meant === undefined
      ? []
      : [
          `${place} ${meant} is not assigned: its letter ${lookAlikeIn(line.text.split('=')[0] ?? '')} only looks Latin`,
        ];
  }
  // NAME-WITH-DASHES is a valid line of such a file but no setting of anybody.
  if (isOurs(assignment.name) && /[-.]/.test(assignment.name)) {
    return [`${place} ${assignment.name}: unknown setting; names have _ between their words`];
  }
  const swallowed = swallowedNames(assignment, isOurs).map(
    (name) =>
      `${place} ${name} is part of the value of ${assignment.name}; give each setting a line of its own, or put that value in quotes`,
  );
  if (swallowed.length > 0 || !isOurs(assignment.name)) return swallowed;
  const problem = valueProblem(assignment);
  return problem === undefined ? [] : [`${place} ${problem}`];
}

/** What is wrong with a value of ours as it is written. */
function valueProblem({ name, value, isQuoted, isCut }: DotenvAssignment): string | undefined {
  if (isCut) return `the value of ${name} would be cut at its "#"; put the value in quotes`;
  if (isQuoted) {
    return value.includes('\n')
      ? `the value of ${name} goes on over several lines; is its quote closed too late?`
      : undefined;
  }
  return /^["'`]/.test(value)
    ? `the quote around the value of ${name} is not closed; put all of the value in one pair of quotes`
    : undefined;
}

/** Of two lines with one name the last one would win without a word. */
function repeatedNames(lines: readonly DotenvLine[], isOurs: (name: string) => boolean): readonly string[] {
  const places = new Map<string, number[]>();
  for (const { number, assignment } of lines) {
    if (assignment && isOurs(assignment.name)) {
      places.set(assignment.name, [...(places.get(assignment.name) ?? []), number]);
    }
  }
  return [...places]
    .filter(([, numbers]) => numbers.length > 1)
    .map(
      ([name, numbers]) =>
        `.env lines ${numbers.join(' and ')}: ${name} is assigned more than once; keep one`,
    );
}

/** The name a line begins with, behind marks and keywords, or one with a value anywhere in it. */
function unreadName(text: string, isOurs: (name: string) => boolean): string | undefined {
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
