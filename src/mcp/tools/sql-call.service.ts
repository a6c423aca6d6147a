import { Injectable } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { McpContext } from '@rekog/mcp-nest';
import type { Call } from '../../execution/call.js';
import { CallRunner } from '../../execution/call-runner.service.js';
import { documentText } from '../../execution/document-text.js';
import { callSignal } from '../call-signal.js';
import { ProgressReporter } from '../progress-reporter.js';
import { RunningCalls } from '../running-calls.service.js';
import { toolReply } from '../tool-reply.js';

/** Runs the call of a tool that takes SQL, with the client's cancel and progress tied to it. */
@Injectable()
export class SqlCalls {
  constructor(
    private readonly runner: CallRunner,
    private readonly running: RunningCalls,
  ) {}

  async run(context: McpContext, call: Omit<Call, 'signal' | 'onProgress'>): Promise<CallToolResult> {
    const { signal, dispose } = callSignal(context, this.running.shutdownSignal);
    const progress = new ProgressReporter(context);
    try {
      const document = await this.runner.run({ ...call, signal, onProgress: progress.note });
      return toolReply(document, documentText(document));
    } finally {
      progress.dispose();
      dispose();
    }
  }
}
