import { deed } from '../errors/edge-names.js';
import { InputError } from '../errors/call-error.js';
import { Lexer } from './lexer.js';
import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { isSignificant } from './significant-token.js';
import { describePosition, positionAt } from '../text/text-position.js';

/** What a statement begins with that only other languages know. */
interface Form {
  /** Whether the first words, in upper case and with signs as they are, are of this form. */
  readonly fits: (words: readonly string[]) => boolean;
  readonly message: (first: string) => string;
  readonly hint: string;
}

const EXPLAINED: ReadonlySet<string> = new Set(
  'SELECT WITH VALUES INSERT REPLACE UPDATE DELETE MERGE ANALYZE VERBOSE EXTENDED FORMAT PLAN QUERY ('.split(
    ' ',
  ),
);

const FORMS: readonly Form[] = [
  {
    // EXPLAIN t is CoraDB's DESCRIBE t (engine-behaviour, "Statement type numbers").
    fits: ([first, second = '']) => first === 'EXPLAIN' && EXPLAINED.has(second),
    message: () => 'EXPLAIN of a query is no statement of CoraDB',
    hint: `Call ${deed('explain')} with the SELECT itself.`,
  },
  {
    fits: ([first = '', second]) =>
      first === 'RETURN' ||
      (first === 'MATCH' && second === '(') ||
      (first === 'OPTIONAL' && second === 'MATCH'),
    message: (first) => `No statement begins with ${first}`,
    hint: 'A graph query is a SELECT: SELECT a.name FROM MATCH (a:label)-[e:edge]->(b:label) WHERE …; what RETURN names stands behind SELECT.',
  },
];

/** How many tokens tell. */
const FIRST_TOKENS = 2;

/**
 * Refuses statements in forms of other languages that a model writes first, with the form that runs here:
 * `EXPLAIN SELECT …` and `MATCH … RETURN …`.
 *
 * @throws InputError naming the form, its place and the next step
 */
export function checkOtherLanguages(sql: string, settings?: LexicalSettings): void {
  const [first, ...others] = (settings === undefined ? possibleSettings(sql) : [settings]).map((candidate) =>
    findForm(sql, candidate),
  );
  if (first === undefined || others.some((other) => other?.offset !== first.offset)) return;
  const position = positionAt(sql, first.offset);
  const { form, word } = first;
  throw new InputError(`${form.message(word)} (${describePosition(position)}).`, {
    position,
    hint: form.hint,
  });
}

function findForm(sql: string, settings: LexicalSettings) {
  const lexer = new Lexer(sql, settings);
  let words: string[] = [];
  let offset = 0;
  for (;;) {
    const token = lexer.next();
    if (token !== undefined && !isSignificant(token)) continue;
    const ends = token === undefined || token.kind === 'separator';
    if (!ends && words.length < FIRST_TOKENS) {
      if (words.length === 0) offset = token.start;
      words.push(sql.slice(token.start, token.end).toUpperCase());
    }
    if (!ends && words.length < FIRST_TOKENS) continue;
    const form = words.length > 0 ? FORMS.find(({ fits }) => fits(words)) : undefined;
    if (form !== undefined) return { form, offset, word: words[0] ?? '' };
    if (token === undefined) return undefined;
    if (ends) words = [];
  }
}
