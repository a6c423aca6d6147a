import { Inject, Injectable } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { McpContext } from '@rekog/mcp-nest';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import type { Call, Requested } from '../../execution/call.js';
import { CallRunner } from '../../execution/run/call-runner.service.js';
import { withBoundedStatements } from '../../execution/reply/bounded-statements.js';
import type { CallDocument } from '../../execution/reply/reply-document.js';
import { documentText } from '../../execution/reply/document-text.js';
import { callSignal } from '../call-signal.js';
import { ProgressReporter } from '../progress-reporter.js';
import { RunningCalls } from '../running-calls.service.js';
import { toolReply } from '../tool-reply.js';

/** A call without what ties it to its client. */
export type SqlCall = Requested<Call>;

/** Part of a reply that the list of statements may take, rows not counted: it stands in text and structured content. */
const STATEMENTS_SHARE = 1 / 4;

/** Runs the call of a tool that takes SQL, with the client's cancel and progress tied to it. */
@Injectable()
export class SqlCalls {
  constructor(
    private readonly runner: CallRunner,
    private readonly running: RunningCalls,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  async run(context: McpContext, call: SqlCall): Promise<CallToolResult> {
    return this.reply(await this.document(context, call));
  }

  reply(whole: CallDocument): CallToolResult {
    const document = withBoundedStatements(whole, this.settings.maxResponseChars * STATEMENTS_SHARE);
    return toolReply(document, documentText(document));
  }

  /** What the call gave, before it becomes a reply. */
  async document(context: McpContext, call: SqlCall): Promise<CallDocument> {
    const { signal, dispose } = callSignal(context, this.running);
    const progress = new ProgressReporter(context);
    try {
      return await this.runner.run({ ...call, signal, onProgress: progress.note });
    } finally {
      progress.dispose();
      dispose();
    }
  }
}
