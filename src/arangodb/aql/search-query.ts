import type { BuiltQuery } from './built-query.js';

export interface SearchInput {
  readonly view: string;
  readonly text: string;
  readonly fields: readonly string[];
  readonly analyzer: string;
  readonly match: 'any' | 'all' | 'phrase' | 'prefix' | 'exact';
  readonly score: 'bm25' | 'tfidf';
}

/** How a field is compared with the text. The field is `document.@fieldN`, whose value is its path as a list. */
const MATCH: Readonly<Record<SearchInput['match'], (field: string) => string>> = {
  any: (field) => `${field} IN TOKENS(@text, @analyzer)`,
  all: (field) => `TOKENS(@text, @analyzer) ALL == ${field}`,
  phrase: (field) => `PHRASE(${field}, @text)`,
  prefix: (field) => `STARTS_WITH(${field}, @text)`,
  exact: (field) => `${field} == @text`,
};

/** Best matches first. @param rows rows to ask the server for */
export function searchQuery(input: SearchInput, rows: number): BuiltQuery {
  const conditions = input.fields.map((_field, index) => MATCH[input.match](`document.@field${index}`));
  const score = input.score === 'bm25' ? 'BM25(document)' : 'TFIDF(document)';
  const fields = input.fields.map((field, index) => [`field${index}`, field.split('.')] as const);
  return {
    query:
      `FOR document IN @@view SEARCH ANALYZER(${conditions.join(' OR ')}, @analyzer) ` +
      `LET score = ${score} SORT score DESC LIMIT @rows RETURN { score, document }`,
    bindVars: {
      '@view': input.view,
      text: input.text,
      analyzer: input.analyzer,
      ...Object.fromEntries(fields),
      rows,
    },
  };
}
