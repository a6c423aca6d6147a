import { InputError } from '../../errors/call-error.js';
import { pathOf, type ArangoRequest, type ArangoSession } from '../client/arango-session.js';
import { FailedDocumentsError, type DocumentResult } from './document-result.js';

export type OverwriteMode = 'conflict' | 'ignore' | 'replace' | 'update';

export interface WriteOptions {
  readonly returnOld?: boolean;
  readonly returnNew?: boolean;
  /** Refuse a document whose `_rev` is not the one given with it. */
  readonly checkRevision?: boolean;
  readonly overwriteMode?: OverwriteMode;
  /** Of an update: false removes the attributes that are given as null. */
  readonly keepNull?: boolean;
  /** Of an update: false replaces objects in a document instead of merging them. */
  readonly mergeObjects?: boolean;
}

export interface KeyedDocument {
  readonly _key: string;
  readonly _rev?: string | undefined;
  readonly [attribute: string]: unknown;
}

/** Inserts one or many documents. @throws FailedDocumentsError when some of many failed */
export function insertDocuments(
  session: ArangoSession,
  collection: string,
  documents: readonly object[],
  transaction: string,
  options: WriteOptions,
): Promise<readonly DocumentResult[]> {
  const path = pathOf('document', collection);
  const body = documents.length === 1 ? documents[0] : documents;
  return send(session, { method: 'POST', path, body, search: searchOf(options), transaction });
}

/** Changes (PATCH), replaces (PUT) or removes (DELETE) one or many documents. @throws FailedDocumentsError */
export function changeDocuments(
  session: ArangoSession,
  method: 'PATCH' | 'PUT' | 'DELETE',
  collection: string,
  documents: readonly KeyedDocument[],
  transaction: string,
  options: WriteOptions,
): Promise<readonly DocumentResult[]> {
  if (options.checkRevision) requireRevisions(documents);
  const [first] = documents;
  if (documents.length > 1 || !first) {
    const search = { ...searchOf(options), ...(options.checkRevision && { ignoreRevs: false }) };
    const path = pathOf('document', collection);
    return send(session, { method, path, body: documents, search, transaction });
  }
  const { _key, _rev, ...attributes } = first;
  return send(session, {
    method,
    path: pathOf('document', collection, _key),
    ...(method !== 'DELETE' && { body: attributes }),
    search: searchOf(options),
    ...(options.checkRevision && { headers: { 'if-match': `"${_rev ?? ''}"` } }),
    transaction,
  });
}

async function send(session: ArangoSession, request: ArangoRequest): Promise<readonly DocumentResult[]> {
  const reply = await session.request<DocumentResult | readonly DocumentResult[]>(request);
  const results = isList(reply) ? reply : [reply];
  if (results.some(({ error }) => error === true)) throw new FailedDocumentsError(results);
  return results;
}

function isList(reply: DocumentResult | readonly DocumentResult[]): reply is readonly DocumentResult[] {
  return Array.isArray(reply);
}

function searchOf({ checkRevision: _checked, ...options }: WriteOptions): Record<string, string | boolean> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function requireRevisions(documents: readonly KeyedDocument[]): void {
  const missing = documents.findIndex(({ _rev }) => typeof _rev !== 'string' || !/^[-\w]+$/.test(_rev));
  if (missing >= 0) {
    throw new InputError(`"checkRevision" needs the _rev of each document; number ${missing + 1} has none.`);
  }
}
