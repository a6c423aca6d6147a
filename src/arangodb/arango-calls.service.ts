import { Injectable } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { CallError } from '../errors/call-error.js';
import { errorReport, type ErrorReport } from '../errors/error-report.js';
import { CallDeadline } from '../limits/call-deadline.js';
import { CallSlots } from '../limits/call-slots.js';
import { CallStoppedError } from '../limits/call-stopped-error.js';
import { callSignal, linkedSignal } from '../mcp/call-signal.js';
import { RunningCalls } from '../mcp/running-calls.service.js';
import { toolReply } from '../mcp/tool-reply.js';
import type { CallTarget } from './call-limits.service.js';
import { ProgramCaller, type Caller } from './caller.js';
import { ArangoConnector } from './client/arango-connector.service.js';
import type { ArangoSession } from './client/arango-session.js';
import { withNearestName } from './inspect/did-you-mean.js';
import { documentText } from './reply/document-text.js';

/** How much later than the server this side gives up, in ms: the server's own words about its limit are better. */
const SERVER_FIRST_MS = 1_000;

/** Every reply starts with these; `error` is there when the call failed, `stopped` when it was ended early. */
export interface ArangoDocument {
  readonly stopped?: 'timeout' | 'cancelled';
  readonly error?: ErrorReport;
  readonly [property: string]: unknown;
}

/** One call of an ArangoDB tool: a session of its own, a time limit, the client's cancel. */
@Injectable()
export class ArangoCalls {
  constructor(
    private readonly connector: ArangoConnector,
    private readonly slots: CallSlots,
    private readonly running: RunningCalls,
  ) {}

  /** @throws GuardError when too many calls run already */
  async run(
    caller: Caller,
    { database, limitMs }: CallTarget,
    work: (session: ArangoSession) => Promise<ArangoDocument>,
  ): Promise<CallToolResult> {
    const { signal, dispose } =
      caller instanceof ProgramCaller
        ? linkedSignal(caller.signal, this.running)
        : callSignal(caller, this.running);
    const deadline = new CallDeadline(limitMs > 0 ? limitMs + SERVER_FIRST_MS : 0, signal);
    try {
      const document = await this.slots.use(deadline, () => this.perform(database, deadline, work));
      return toolReply(document, documentText(document));
    } finally {
      deadline.dispose();
      dispose();
    }
  }

  private async perform(
    database: string,
    deadline: CallDeadline,
    work: (session: ArangoSession) => Promise<ArangoDocument>,
  ): Promise<ArangoDocument> {
    const session = this.connector.open(database, deadline.signal);
    try {
      const { error, ...rest } = await work(session).catch(async (failure: unknown) =>
        failureDocument(await withNearestName(session, failure)),
      );
      return { database, ...rest, ...(error && { error }), elapsedMs: deadline.elapsedMs() };
    } finally {
      session.close();
    }
  }
}

/** What a failure looks like in a reply. @throws what is no failure of the call but of this server */
export function failureDocument(failure: unknown): ArangoDocument {
  if (failure instanceof CallStoppedError) {
    const message = `The call was stopped: ${failure.because}.`;
    const hint = 'Narrow it, or ask for more time with "maxRuntime".';
    const error = { layer: 'guard', message, ...(failure.reason === 'timeout' && { hint }) } as const;
    return { stopped: failure.reason, error };
  }
  if (failure instanceof CallError) return { error: errorReport(failure) };
  throw failure;
}
