import { Injectable } from '@nestjs/common';
import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server';
import type { McpContext } from '@rekog/mcp-nest';
import { CallError, InputError } from '../../errors/call-error.js';
import { callSignal } from '../call-signal.js';
import { promptSchemas } from '../prompts/prompt-schemas.js';
import { RequestFailure } from '../requests/request-failure.js';
import type { RequestHandler } from '../requests/request-handler.js';
import { uriVariables } from '../resources/uri-templates.js';
import { RunningCalls } from '../running-calls.service.js';
import { CompletionValues } from './completion-values.service.js';
import { matchValues } from './match-values.js';
import { withinTime } from './within-time.js';

/** Somebody is typing; in ms. */
const TIME_LIMIT_MS = 2_000;

const NOTHING: CompleteResult['completion'] = { values: [], total: 0, hasMore: false };

/** Answers `completion/complete`: quickly, with few values, and with none when anything goes wrong on the way. */
@Injectable()
export class CompletionRequests implements RequestHandler {
  readonly method = 'completion/complete';

  constructor(
    private readonly values: CompletionValues,
    private readonly running: RunningCalls,
  ) {}

  /** @throws RequestFailure for a prompt or a URI template that does not exist */
  async handle(context: McpContext): Promise<CompleteResult> {
    const { ref, argument, ...rest } = context.mcpRequest.params as unknown as CompleteRequest['params'];
    const names = argumentsOf(ref);
    if (!names) {
      const wanted = ref.type === 'ref/prompt' ? `prompt ${ref.name}` : `URI template ${ref.uri}`;
      throw RequestFailure.of(new InputError(`There is no ${wanted}.`));
    }
    if (!names.includes(argument.name) || this.running.draining) return { completion: NOTHING };
    const { signal, dispose } = callSignal(context, this.running);
    this.running.enter();
    try {
      const values = await withinTime(TIME_LIMIT_MS, signal, (limited) =>
        this.values.of(argument.name, rest.context?.arguments ?? {}, context, limited),
      );
      return { completion: matchValues(values ?? [], argument.value) };
    } catch (error) {
      if (error instanceof CallError) return { completion: NOTHING };
      throw error;
    } finally {
      this.running.leave();
      dispose();
    }
  }
}

function argumentsOf(ref: CompleteRequest['params']['ref']): readonly string[] | undefined {
  if (ref.type === 'ref/resource') return uriVariables(ref.uri);
  const schema = promptSchemas().get(ref.name);
  return schema && Object.keys(schema.shape);
}
