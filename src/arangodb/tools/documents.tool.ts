import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import type { z } from 'zod';
import { ArangoSettings } from '../../config/arango-settings.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { FailedDocumentsError, type WrittenDocuments } from '../documents/document-result.js';
import { exactly } from '../documents/exact-input.js';
import { assertNumbersKept } from '../documents/numbers-kept.js';
import {
  changeDocuments,
  insertDocuments,
  requireRevisions,
  type KeyedDocument,
  type WriteTarget,
} from '../documents/write-documents.js';
import { assertWritable } from '../guards/system-collections.js';
import { transactionDocument } from '../reply/transaction-document.js';
import { inTransaction } from '../transaction/stream-transaction.js';
import { WRITE } from './annotations.js';
import { ArangoConfirmation, TRIAL } from './arango-confirmation.service.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { InsertInput, RemoveInput, ReplaceInput, UpdateInput } from './document-inputs.js';
import { ArangoOutput } from './outputs.js';

interface WriteInput {
  readonly collection: string;
  readonly documents: readonly object[];
  readonly database?: string | undefined;
  readonly maxRuntime?: number | undefined;
  readonly dryRun: boolean;
}

/** What a tool makes of its input. */
interface Write {
  readonly tool: string;
  /** Removes or replaces something. */
  readonly destructive: boolean;
  /** The key generator of the collection may be asked. */
  readonly makesKeys: boolean;
  /** Documents that exist are changed: a number beyond 2^53 in one must not become text. */
  readonly changesNumbers: boolean;
  readonly run: (target: WriteTarget) => Promise<WrittenDocuments>;
}

/** Left out of the server when `ARANGO_WRITE_MODE=off`. */
@ArangoTools()
export class DocumentTools {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
    private readonly confirmation: ArangoConfirmation,
    @Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings,
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
  insert(@Payload() input: z.infer<typeof InsertInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    const { overwriteMode, returnOld, returnNew, integers } = input;
    const documents = exactly(input.documents, 'documents', integers);
    const overwrites = overwriteMode === 'replace' || overwriteMode === 'update';
    return this.write(caller, input, {
      tool: 'arango_insert',
      destructive: overwrites,
      makesKeys: input.documents.some((document) => document._key === undefined),
      changesNumbers: overwrites,
      run: (target) =>
        insertDocuments(target, documents, {
          ...(overwriteMode !== undefined && { overwriteMode }),
          ...wanted({ returnOld, returnNew }),
        }),
    });
  }

  @Tool({
    name: 'arango_update',
    description: 'Changes the given attributes of documents (by _key), all of them or none.',
    parameters: UpdateInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Update documents', ...WRITE },
  })
  update(@Payload() input: z.infer<typeof UpdateInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    const { keepNull, mergeObjects } = input;
    const only = {
      ...(keepNull !== undefined && { keepNull }),
      ...(mergeObjects !== undefined && { mergeObjects }),
    };
    return this.change(caller, input, 'arango_update', 'PATCH', only);
  }

  @Tool({
    name: 'arango_replace',
    description: 'Replaces whole documents (by _key), all of them or none: attributes not given are gone.',
    parameters: ReplaceInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Replace documents', ...WRITE },
  })
  replace(@Payload() input: z.infer<typeof ReplaceInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    return this.change(caller, input, 'arango_replace', 'PUT', {});
  }

  @Tool({
    name: 'arango_remove',
    description: 'Removes documents (by _key), all of them or none.',
    parameters: RemoveInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Remove documents', ...WRITE },
  })
  remove(@Payload() input: z.infer<typeof RemoveInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    return this.change(caller, input, 'arango_remove', 'DELETE', {});
  }

  private change(
    caller: Caller,
    input: WriteInput & {
      readonly documents: readonly KeyedDocument[];
      readonly checkRevision: boolean;
      readonly returnOld: boolean;
      readonly returnNew?: boolean;
      readonly integers?: readonly string[] | undefined;
    },
    tool: string,
    method: 'PATCH' | 'PUT' | 'DELETE',
    only: { readonly keepNull?: boolean; readonly mergeObjects?: boolean },
  ): Promise<CallToolResult> {
    const { checkRevision, returnOld, returnNew = false } = input;
    if (checkRevision) requireRevisions(input.documents);
    const documents = exactly(input.documents, 'documents', input.integers);
    return this.write(caller, input, {
      tool,
      destructive: true,
      makesKeys: false,
      changesNumbers: method !== 'DELETE',
      run: (target) =>
        changeDocuments(target, method, documents, {
          ...only,
          checkRevision,
          ...wanted({ returnOld, returnNew }),
        }),
    });
  }

  private async write(caller: Caller, input: WriteInput, write: Write): Promise<CallToolResult> {
    const { collection, documents } = input;
    assertWritable([collection], this.settings);
    const rolledBack = this.limits.dryRun(input.dryRun);
    const call = this.limits.call(input);
    const action = [write.tool, call.database, input];
    const asks = rolledBack === undefined && this.confirmation.needs(caller, write);
    const trial = asks && (await this.confirmation.confirmed(caller, action)) === undefined;
    if (trial) this.confirmation.assertCanAsk(caller);
    const dryRun = trial ? TRIAL : rolledBack;
    const reply = await this.calls.run(caller, call, async (session) => {
      const limits = this.limits.reply();
      const options = {
        lockTimeoutMs: this.limits.query({}, call).maxRuntimeMs,
        ...(dryRun !== undefined && { dryRun }),
      };
      const outcome = await inTransaction(session, { write: [collection] }, options, async (transaction) => {
        if (write.changesNumbers) await assertNumbersKept(session, collection, documents, transaction);
        return write.run({ session, collection, transaction, limits });
      });
      const shown = ({ results }: WrittenDocuments) => ({ documents: results, ...limits.report() });
      const document = transactionDocument(outcome, { writes: [collection], ...write }, (written) => ({
        affectedRows: written.count,
        count: written.count,
        ...shown(written),
      }));
      const { failure } = outcome;
      return failure instanceof FailedDocumentsError ? { ...document, ...shown(failure.written) } : document;
    });
    if (!trial || reply.isError) return reply;
    const count = `${documents.length} ${documents.length === 1 ? 'document' : 'documents'}`;
    return this.confirmation.question(
      caller,
      action,
      {
        database: call.database,
        call: `${write.tool} ${collection}: ${JSON.stringify(documents)}`,
        trial: `it would change ${count} in ${collection}`,
      },
      null,
    );
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
