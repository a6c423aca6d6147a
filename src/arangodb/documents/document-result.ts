import { CallError } from '../../errors/call-error.js';

/** What the server says about one document: its ids, or why it refused. */
export interface DocumentResult {
  readonly _id?: string;
  readonly _key?: string;
  readonly _rev?: string;
  readonly _oldRev?: string;
  readonly old?: object;
  readonly new?: object;
  readonly error?: boolean;
  readonly errorNum?: number;
  readonly errorMessage?: string;
}

/** Some of many documents were refused; nothing of the call is kept. */
export class FailedDocumentsError extends CallError {
  constructor(readonly results: readonly DocumentResult[]) {
    const failed = results.flatMap((result, index) => (result.error === true ? [{ result, index }] : []));
    const [first] = failed;
    const words = first ? `ArangoDB error ${first.result.errorNum}: ${first.result.errorMessage}` : '';
    super(
      'engine',
      `${failed.length} of ${results.length} documents failed, number ${(first?.index ?? 0) + 1} first: ${words}`,
      {
        ...(first?.result.errorNum !== undefined && { code: first.result.errorNum }),
        hint: 'Nothing was saved. Correct these documents and send all of them again.',
      },
    );
  }
}
