import { type MessageHandler } from '@nestjs/microservices';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server' with {
  'resolution-mode': 'require',
};
import {
  MCP_TOOL_METADATA_KEY,
  McpContext,
  McpStrategy,
  type McpServerOptions,
  type ToolMetadata,
} from '@rekog/mcp-nest';
import { firstValueFrom } from 'rxjs';
import type { ClientAddresses, ForwardedRequest } from '../../address/client-address.js';
import type { CallEvents } from '../calls/call-events.service.js';
import { callRecord } from '../calls/call-record.js';
import { RequestFailure } from '../requests/request-failure.js';
import type { RunningCalls } from '../running-calls.service.js';
import type { Capability, McpOffers } from './mcp-offers.js';
import { tidyTools } from './tidy-tools.js';
import { ToolInputs } from './tool-inputs.js';
import { wellFormedArguments, wellFormedMessages } from './well-formed-messages.js';
import { handlersOf, wrapHandlers } from './wrap-handlers.js';

export interface McpServerStrategyOptions extends Pick<McpServerOptions, 'version' | 'transports'> {
  /** Told to clients. */
  readonly name: string;
  /** Ties classes of tools to the server; unique in the process. */
  readonly server: string;
  readonly offers: McpOffers;
  /** Told about every finished call, those that a guard refused included. */
  readonly events: CallEvents;
  /** Ended before the transports are closed. */
  readonly running: RunningCalls;
  /** Finds the client's address in a request. */
  readonly addresses: ClientAddresses;
  /** Names of inputs that no tool has and that are dropped instead of refused. */
  readonly ignoredInputs?: readonly string[];
}

type Session = Parameters<McpStrategy['bindRequestHandlers']>[1];

/** mcp-nest's strategy for what the engines offer when it starts, and that a host may start twice. */
export class McpServerStrategy extends McpStrategy {
  private readonly offers: McpOffers;
  private readonly events: CallEvents;
  private readonly running: RunningCalls;
  private readonly addresses: ClientAddresses;
  private readonly inputs: ToolInputs;
  private listening?: Promise<void>;

  constructor({
    offers,
    events,
    running,
    addresses,
    ignoredInputs = [],
    ...options
  }: McpServerStrategyOptions) {
    super({
      ...options,
      // Read for each client: an engine may be added to the server after this was made.
      get title() {
        return offers.title;
      },
      get instructions() {
        return offers.instructions;
      },
      get capabilities() {
        return offers.capabilities;
      },
      serverMutator: (server) => offers.prepare(tidyTools(wellFormedMessages(server))),
    });
    this.offers = offers;
    this.events = events;
    this.running = running;
    this.addresses = addresses;
    this.inputs = new ToolInputs(() => [...ignoredInputs, ...offers.ignoredInputs]);
  }

  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler = false,
    extras: Record<string, unknown> = {},
  ): void {
    const { mcpType, mcpName } = extras;
    if (typeof mcpType !== 'string' || typeof mcpName !== 'string') {
      return super.addHandler(pattern, callback, isEventHandler, extras);
    }
    const capability = { type: mcpType, name: mcpName };
    if (!this.offers.isOffered(capability)) return;
    const observed = this.observed(
      capability,
      mcpType === 'tool' ? this.checked(extras, mcpName, callback) : callback,
    );
    super.addHandler(pattern, observed, isEventHandler, extras);
  }

  override bindRequestHandlers(server: McpServer, session: Session, rawRequest?: unknown): void {
    wrapHandlers(server, { 'tools/call': this.inputs.wrap });
    super.bindRequestHandlers(server, session, rawRequest);
    for (const handler of this.offers.requestHandlers) {
      handlersOf(server).setRequestHandler(handler.method, (request, sdkContext) => {
        const about = { ...session, era: session.era ?? ('legacy' as const) };
        const call = request as McpContext['mcpRequest'];
        const context = new McpContext(
          [server, call, about, rawRequest, sdkContext as ServerContext],
          this.logger,
        );
        return handler.handle(context).catch((error: unknown) => {
          throw this.named(RequestFailure.from(error, this.logger));
        });
      });
    }
  }

  /** True once it was started. */
  get isListening(): boolean {
    return this.listening !== undefined;
  }

  /** A host's `startAllMicroservices` may come after our own start. */
  override listen(callback: (error?: unknown, ...rest: unknown[]) => void): Promise<void> {
    if (this.listening) return this.listening.then(() => callback());
    this.listening = super.listen(callback);
    return this.listening;
  }

  /** Nest closes the transport of a microservice before any hook: calls end, and are answered, before that. */
  override async close(): Promise<void> {
    await this.running.drain();
    await super.close();
  }

  /** The handler of a tool, whose inputs are noted. */
  private checked(extras: Record<string, unknown>, name: string, callback: MessageHandler): MessageHandler {
    const method = extras.mcpMethodRef as object;
    const tool = Reflect.getMetadata(MCP_TOOL_METADATA_KEY, method) as ToolMetadata | undefined;
    this.inputs.add(name, tool?.parameters);
    return wellFormedArguments(callback);
  }

  private named(error: unknown): unknown {
    return error instanceof RequestFailure ? error.named((value) => this.offers.named(value)) : error;
  }

  /** The handler with its guards, interceptors and filters, and a record of each call of it. */
  private observed({ type, name }: Capability, callback: MessageHandler): MessageHandler {
    const { events } = this;
    return async (payload: unknown, context: McpContext): Promise<unknown> => {
      const address = this.addresses.of(context.getRawRequest<ForwardedRequest>() ?? {});
      const start = { kind: type, name, payload, context, address, startedAt: performance.now() };
      const { sql: asked, query } = (payload ?? {}) as { readonly sql?: unknown; readonly query?: unknown };
      const sql = asked ?? query;
      const text = typeof sql === 'string' ? { sql } : {};
      try {
        const result: unknown = this.offers.named(
          await firstValueFrom(this.transformToObservable(await callback(payload, context))),
        );
        events.emit(callRecord(start, result), text);
        return result;
      } catch (thrown) {
        const error = this.named(thrown);
        const report = error instanceof RequestFailure ? error.report : undefined;
        events.emit(callRecord(start, report && { structuredContent: { error: report } }), text);
        throw error;
      }
    };
  }
}
