import type { BuiltQuery } from './built-query.js';

/** Edges of which an end does not exist. @param rows rows to ask the server for */
export function brokenEdgesQuery(collection: string, rows: number): BuiltQuery {
  return {
    query:
      'FOR edge IN @@collection ' +
      'LET missing = (FOR end IN [edge._from, edge._to] FILTER DOCUMENT(end) == null RETURN DISTINCT end) ' +
      'FILTER LENGTH(missing) > 0 LIMIT @rows RETURN { _id: edge._id, missing }',
    bindVars: { '@collection': collection, rows },
  };
}

/** The schema that is given, or that of the collection. */
const SCHEMA = 'LET schema = @rule == null ? SCHEMA_GET(@name) : { rule: @rule } ';

/** Documents of the call that break a rule, by their number, counted from 1. Nothing is saved. */
export function invalidDocumentsQuery(
  name: string,
  documents: readonly object[],
  rule: object | null,
  rows: number,
): BuiltQuery {
  return {
    query:
      `${SCHEMA}FOR number IN 1..LENGTH(@documents) ` +
      'LET result = SCHEMA_VALIDATE(@documents[number - 1], schema) FILTER !result.valid ' +
      'LIMIT @rows RETURN { number, problem: result.errorMessage }',
    bindVars: { name, documents, rule, rows },
  };
}

/** Stored documents that break a rule. @param rows rows to ask the server for */
export function invalidStoredQuery(name: string, rule: object | null, rows: number): BuiltQuery {
  return {
    query:
      `${SCHEMA}FOR document IN @@collection ` +
      'LET result = SCHEMA_VALIDATE(document, schema) FILTER !result.valid ' +
      'LIMIT @rows RETURN { _id: document._id, problem: result.errorMessage }',
    bindVars: { '@collection': name, name, rule, rows },
  };
}
