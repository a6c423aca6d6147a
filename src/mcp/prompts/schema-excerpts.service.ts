import { Inject, Injectable } from '@nestjs/common';
import type { McpContext } from '@rekog/mcp-nest';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { CallError, InputError } from '../../errors/call-error.js';
import { SchemaCalls } from '../../execution/schema-calls.service.js';
import type { CatalogRequest } from '../../driver/dialect.js';
import { fitDetail } from '../../schema/fit-detail.js';
import { callSignal } from '../call-signal.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import { RunningCalls } from '../running-calls.service.js';
import { CallInputs } from '../tools/call-inputs.js';

/** A prompt carries at most this much of a schema, in characters; the model can ask for more. */
const MAX_CHARS = 20_000;
/** A person waits for the prompt to appear; in ms. */
const TIME_LIMIT_MS = 10_000;

/** What a prompt says about the schema: its text, or why there is none. */
export type SchemaExcerpt = { readonly text: string } | { readonly problem: string };

/** Reads the part of a schema that a prompt is about, with the login that came beside the request. */
@Injectable()
export class SchemaExcerpts {
  constructor(
    private readonly inputs: CallInputs,
    private readonly schemas: SchemaCalls,
    private readonly running: RunningCalls,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /**
   * A prompt is of use without the schema too, so a database that cannot be reached or a login that fails is told in
   * it. What the caller wrote wrongly is an error.
   *
   * @throws InputError for an object that does not exist or a login that is none
   */
  async read(context: McpContext, database: string, request: CatalogRequest): Promise<SchemaExcerpt> {
    const login = await this.inputs.login({ database }, context);
    const { signal, dispose } = callSignal(context, this.running);
    try {
      const { model } = await this.schemas.read(login, request, { signal, timeoutMs: TIME_LIMIT_MS });
      return { text: fitDetail(model, 'text', Math.min(MAX_CHARS, this.settings.maxResponseChars)).text };
    } catch (error) {
      if (error instanceof CallError && !(error instanceof InputError)) return { problem: error.message };
      throw error;
    } finally {
      dispose();
    }
  }
}
