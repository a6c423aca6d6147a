import { z } from 'zod';
import { CallError } from '../../errors/call-error.js';

/** What the server says about one document: its ids, or why it refused. */
export const DocumentResult = z.union([
  z.looseObject({
    error: z.literal(true),
    errorNum: z.number(),
    errorMessage: z.string(),
  }),
  z.looseObject({
    error: z.literal(false).optional(),
    _key: z.string(),
    old: z.unknown().optional(),
    new: z.unknown().optional(),
  }),
]);
export type DocumentResult = z.infer<typeof DocumentResult>;

export interface WrittenDocuments {
  /** Documents sent, all of which were written. */
  readonly count: number;
  /** The results that fit into the reply. */
  readonly results: readonly unknown[];
}

/** Some of many documents were refused; nothing of the call is kept. */
export class FailedDocumentsError extends CallError {
  /** @param failed with their numbers, counted from 1 */
  constructor(
    readonly written: WrittenDocuments,
    failed: readonly { readonly number: number; readonly result: DocumentResult }[],
  ) {
    const [first] = failed;
    const code = first?.result.error === true ? first.result.errorNum : undefined;
    const words = first?.result.error === true ? `ArangoDB error ${code}: ${first.result.errorMessage}` : '';
    super(
      'engine',
      `${failed.length} of ${written.count} documents failed, number ${first?.number} first: ${words}`,
      {
        ...(code !== undefined && { code }),
        hint: 'Nothing was saved. Correct these documents and send all of them again.',
      },
    );
  }
}
