import { InputError } from '../../errors/call-error.js';
import { z } from 'zod';
import { ArangoConnectionError } from '../client/arango-errors.js';
import { engineAnswerOf, engineFailure } from '../client/arango-failure.js';
import { pathOf, type ArangoRequest, type ArangoSession } from '../client/arango-session.js';
import { readRows } from '../client/read-rows.js';
import type { ReplyLimits } from '../reply/reply-limits.js';
import { RowCollector } from '../reply/row-collector.js';
import { DocumentResult, FailedDocumentsError, type WrittenDocuments } from './document-result.js';

const OK = 200;
const NAMES_KEY = /^\s*\{[^{}[\]]*"_key"\s*:\s*"/;

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

/** Where and how documents are written. */
export interface WriteTarget {
  readonly session: ArangoSession;
  readonly collection: string;
  readonly transaction: string;
  /** What of the results is kept for the reply. */
  readonly limits: ReplyLimits;
}

/** Inserts one or many documents. @throws FailedDocumentsError when some of many failed */
export function insertDocuments(
  target: WriteTarget,
  documents: readonly object[],
  options: WriteOptions,
): Promise<WrittenDocuments> {
  const path = pathOf('document', target.collection);
  const body = documents.length === 1 ? documents[0] : documents;
  const request = { method: 'POST', path, body, search: searchOf(options) } as const;
  return send(target, request, documents.length);
}

/** Changes (PATCH), replaces (PUT) or removes (DELETE) one or many documents. @throws FailedDocumentsError */
export function changeDocuments(
  target: WriteTarget,
  method: 'PATCH' | 'PUT' | 'DELETE',
  documents: readonly KeyedDocument[],
  options: WriteOptions,
): Promise<WrittenDocuments> {
  const [first] = documents;
  if (documents.length > 1 || !first) {
    const search = { ...searchOf(options), ...(options.checkRevision && { ignoreRevs: false }) };
    const path = pathOf('document', target.collection);
    return send(target, { method, path, body: documents, search }, documents.length);
  }
  const { _key, _rev, ...attributes } = first;
  const request = {
    method,
    path: pathOf('document', target.collection, _key),
    ...(method !== 'DELETE' && { body: attributes }),
    search: searchOf(options),
    ...(options.checkRevision && { headers: { 'if-match': `"${_rev ?? ''}"` } }),
  };
  return send(target, request, 1);
}

async function send(target: WriteTarget, request: ArangoRequest, sent: number): Promise<WrittenDocuments> {
  const { session, limits, transaction } = target;
  const failed: { readonly number: number; readonly result: DocumentResult }[] = [];
  const odd: unknown[] = [];
  const collector = new RowCollector(limits, sent, (row, beginning) => {
    // Too large for a reply, as with `returnNew`; the server tells the ids of a document first.
    if (beginning !== undefined && NAMES_KEY.test(beginning)) return;
    const result = DocumentResult.safeParse(row);
    if (!result.success) return void odd.push(row);
    if (result.data.error === true) failed.push({ number: collector.seen, result: result.data });
  });
  const rest = z.union([z.array(z.never()), z.null()]);
  const whole = await session.read({ ...request, transaction }, (reply) =>
    readRows(reply, collector, 'at the top', rest),
  );
  // An error in place of the results, and not of one of them.
  const alone = whole === null ? engineAnswerOf(failed[0]?.result, OK) : undefined;
  if (alone) throw engineFailure(alone);
  if (whole === undefined || odd.length > 0 || collector.seen !== sent) {
    const { seen } = collector;
    throw new ArangoConnectionError(
      `The reply to ${sent} documents is not that of ArangoDB: it has ${seen} results${odd.length > 0 ? `, ${odd.length} of them without a key` : ''}.`,
      { hint: 'Check ARANGO_URL, and what stands between here and the server.', mayHaveHappened: true },
    );
  }
  const written = { count: sent, results: collector.rows };
  if (failed.length > 0) throw new FailedDocumentsError(written, failed);
  return written;
}

function searchOf({ checkRevision: _checked, ...options }: WriteOptions): Record<string, string | boolean> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** @throws InputError naming the first document without a usable `_rev` */
export function requireRevisions(documents: readonly KeyedDocument[]): void {
  const index = documents.findIndex(({ _rev }) => typeof _rev !== 'string' || !/^[-\w]+$/.test(_rev));
  if (index < 0) return;
  const revision = documents[index]?._rev;
  const what = revision === undefined ? 'has none' : `has ${JSON.stringify(revision)}, which is no revision`;
  throw new InputError(`"checkRevision" needs the _rev of each document; number ${index + 1} ${what}.`, {
    hint: 'Read the documents and give the _rev they have.',
  });
}
