import { aqlWords, type AqlWord } from './aql-words.js';

/** The operations of AQL that change documents. AQL has none that change definitions. */
const WRITES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'REPLACE', 'REMOVE', 'UPSERT']);

/**
 * The first word in an AQL text that is surely the start of a writing operation. It only gives a quick answer with a
 * place in the text; what decides is the server's own plan (`assertReads`). So a word that could be a name, as in
 * `document.update`, `{ remove: 1 }`, `update::now()` or `LET remove = 1`, is left to the server.
 */
export function writeKeyword(query: string): AqlWord | undefined {
  return aqlWords(query).find((word) => WRITES.has(word.text.toUpperCase()) && !couldBeName(word));
}

/** What a writing operation goes on with: a word, a document, a bind parameter, a text or a number. */
const GOES_ON = /^[\w$@{("'`´]/;

function couldBeName({ before, after }: AqlWord): boolean {
  return before === '.' || before === ':' || !GOES_ON.test(after);
}
