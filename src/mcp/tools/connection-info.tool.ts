import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject, Optional } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Tool } from '@rekog/mcp-nest';
import { PACKAGE } from '../../config/package-info.js';
import { ConnectionReporter } from '../../execution/connection-report.service.js';
import { callSignal } from '../call-signal.js';
import { CORADB_FROM_DOTENV } from '../mcp.constants.js';
import { RunningCalls } from '../running-calls.service.js';
import { toolReply } from '../tool-reply.js';
import { CallInputs } from './call-inputs.js';
import { CoradbTools } from './coradb-tools.decorator.js';
import { ConnectionInfoInput, type LoginInput } from './inputs.js';
import { ConnectionInfoOutput } from './outputs.js';

@CoradbTools()
export class ConnectionInfoTool {
  constructor(
    private readonly inputs: CallInputs,
    private readonly reporter: ConnectionReporter,
    private readonly running: RunningCalls,
    @Optional() @Inject(CORADB_FROM_DOTENV) private readonly fromDotenv: readonly string[] = [],
  ) {}

  @Tool({
    name: 'connection_info',
    description:
      'Logs in and reports the login (never the password), engine version, round-trip time, driver, and the ' +
      "server's defaults, write mode, confirmations and limits. Use it to check that a database is reachable.",
    parameters: ConnectionInfoInput,
    outputSchema: ConnectionInfoOutput,
    annotations: {
      title: 'Check connection',
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: false,
    },
  })
  async run(@Payload() input: LoginInput, @Ctx() context: McpContext): Promise<CallToolResult> {
    const { signal, dispose } = callSignal(context, this.running);
    try {
      const login = await this.inputs.login(input, context);
      const report = await this.reporter.report(login, signal, {
        version: PACKAGE.version,
        fromDotenv: this.fromDotenv,
      });
      return toolReply(report, JSON.stringify(report, null, 2));
    } finally {
      dispose();
    }
  }
}
