import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Tool } from '@rekog/mcp-nest';
import type { z } from 'zod';
import { ArangoCalls } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import type { ArangoSession } from '../client/arango-session.js';
import { FailedDocumentsError, type DocumentResult } from '../documents/document-result.js';
import { changeDocuments, insertDocuments } from '../documents/write-documents.js';
import { transactionDocument } from '../reply/transaction-document.js';
import { inTransaction } from '../transaction/stream-transaction.js';
import { WRITE } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { InsertInput, RemoveInput, ReplaceInput, UpdateInput } from './document-inputs.js';
import { ArangoOutput } from './outputs.js';

/** Left out of the server when `ARANGO_WRITE_MODE=off`. */
@ArangoTools()
export class DocumentTools {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
  ) {}

  @Tool({
    name: 'arango_insert',
    description:
      'Inserts documents, all of them or none. overwriteMode says what happens when a _key exists: conflict (an ' +
      'error), ignore, replace or update.',
    parameters: InsertInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Insert documents', ...WRITE },
  })
  insert(@Payload() input: z.infer<typeof InsertInput>, @Ctx() context: McpContext): Promise<CallToolResult> {
    const { collection, documents, overwriteMode, returnOld, returnNew } = input;
    return this.write(context, input, (session, transaction) =>
      insertDocuments(session, collection, documents, transaction, {
        ...(overwriteMode !== undefined && { overwriteMode }),
        ...wanted({ returnOld, returnNew }),
      }),
    );
  }

  @Tool({
    name: 'arango_update',
    description: 'Changes the given attributes of documents (by _key), all of them or none.',
    parameters: UpdateInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Update documents', ...WRITE },
  })
  update(@Payload() input: z.infer<typeof UpdateInput>, @Ctx() context: McpContext): Promise<CallToolResult> {
    const { collection, documents, keepNull, mergeObjects, checkRevision, returnOld, returnNew } = input;
    return this.write(context, input, (session, transaction) =>
      changeDocuments(session, 'PATCH', collection, documents, transaction, {
        ...(keepNull !== undefined && { keepNull }),
        ...(mergeObjects !== undefined && { mergeObjects }),
        checkRevision,
        ...wanted({ returnOld, returnNew }),
      }),
    );
  }

  @Tool({
    name: 'arango_replace',
    description: 'Replaces whole documents (by _key), all of them or none: attributes not given are gone.',
    parameters: ReplaceInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Replace documents', ...WRITE },
  })
  replace(
    @Payload() input: z.infer<typeof ReplaceInput>,
    @Ctx() context: McpContext,
  ): Promise<CallToolResult> {
    const { collection, documents, checkRevision, returnOld, returnNew } = input;
    return this.write(context, input, (session, transaction) =>
      changeDocuments(session, 'PUT', collection, documents, transaction, {
        checkRevision,
        ...wanted({ returnOld, returnNew }),
      }),
    );
  }

  @Tool({
    name: 'arango_remove',
    description: 'Removes documents (by _key), all of them or none.',
    parameters: RemoveInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Remove documents', ...WRITE },
  })
  remove(@Payload() input: z.infer<typeof RemoveInput>, @Ctx() context: McpContext): Promise<CallToolResult> {
    const { collection, documents, checkRevision, returnOld } = input;
    return this.write(context, input, (session, transaction) =>
      changeDocuments(session, 'DELETE', collection, documents, transaction, {
        checkRevision,
        ...wanted({ returnOld }),
      }),
    );
  }

  private write(
    context: McpContext,
    input: {
      readonly collection: string;
      readonly database?: string | undefined;
      readonly dryRun: boolean;
    },
    work: (session: ArangoSession, transaction: string) => Promise<readonly DocumentResult[]>,
  ): Promise<CallToolResult> {
    const dryRun = this.limits.dryRun(input.dryRun);
    const call = this.limits.call(input);
    return this.calls.run(context, call, async (session) => {
      const options = {
        lockTimeoutMs: this.limits.query({}, call).maxRuntimeMs,
        ...(dryRun !== undefined && { dryRun }),
      };
      const outcome = await inTransaction(session, { write: [input.collection] }, options, (transaction) =>
        work(session, transaction),
      );
      const results = (list: readonly DocumentResult[]) => {
        const reply = this.limits.reply();
        return { documents: reply.fitting(list), ...reply.report() };
      };
      const document = transactionDocument(outcome, true, (list) => ({
        count: list.length,
        ...results(list),
      }));
      const { failure } = outcome;
      return failure instanceof FailedDocumentsError
        ? { ...document, ...results(failure.results) }
        : document;
    });
  }
}

/** Only what is asked for: the server's default is to return neither. */
function wanted(flags: Readonly<Record<string, boolean>>): Record<string, true> {
  return Object.fromEntries(
    Object.entries(flags)
      .filter(([, on]) => on)
      .map(([flag]) => [flag, true]),
  );
}
