import { type MessageHandler } from '@nestjs/microservices';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server' with {
  'resolution-mode': 'require',
};
import { McpContext, McpStrategy, type McpServerOptions } from '@rekog/mcp-nest';
import { firstValueFrom } from 'rxjs';
import type { ClientAddresses, ForwardedRequest } from '../../address/client-address.js';
import type { CallEvents } from '../calls/call-events.service.js';
import { callRecord } from '../calls/call-record.js';
import { RequestFailure } from '../requests/request-failure.js';
import type { RequestHandler } from '../requests/request-handler.js';
import { handlersOf } from './wrap-handlers.js';

/** What mcp-nest attaches to the handler of a tool, resource or prompt. */
export interface Capability {
  readonly type: string;
  readonly name: string;
}

export interface CoradbMcpOptions extends McpServerOptions {
  /** Leaves a tool, resource or prompt out of the server: not listed, unknown when called. */
  readonly isOffered: (capability: Capability) => boolean;
  /** Told about every finished call, those that a guard refused included. */
  readonly events?: CallEvents;
  /** Finds the client's address in a request. */
  readonly addresses: ClientAddresses;
  /** Answer what mcp-nest does not, or not as this server needs it. */
  readonly requestHandlers?: readonly RequestHandler[];
}

type Session = Parameters<McpStrategy['bindRequestHandlers']>[1];

/** mcp-nest's strategy that can leave tools out by a setting, and that a host may start twice. */
export class CoradbMcpStrategy extends McpStrategy {
  private readonly isOffered: CoradbMcpOptions['isOffered'];
  private readonly events?: CallEvents;
  private readonly addresses: ClientAddresses;
  private readonly requestHandlers: readonly RequestHandler[];
  private listening?: Promise<void>;

  constructor(options: CoradbMcpOptions) {
    super(options);
    this.isOffered = options.isOffered;
    this.events = options.events;
    this.addresses = options.addresses;
    this.requestHandlers = options.requestHandlers ?? [];
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
    if (!this.isOffered(capability)) return;
    super.addHandler(pattern, this.observed(capability, callback), isEventHandler, extras);
  }

  override bindRequestHandlers(server: McpServer, session: Session, rawRequest?: unknown): void {
    super.bindRequestHandlers(server, session, rawRequest);
    for (const handler of this.requestHandlers) {
      handlersOf(server).setRequestHandler(handler.method, (request, sdkContext) => {
        const about = { ...session, era: session.era ?? ('legacy' as const) };
        const call = request as McpContext['mcpRequest'];
        const context = new McpContext(
          [server, call, about, rawRequest, sdkContext as ServerContext],
          this.logger,
        );
        return handler.handle(context).catch((error: unknown) => {
          throw RequestFailure.from(error, this.logger);
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

  /** The handler with its guards, interceptors and filters, and a record of each call of it. */
  private observed({ type, name }: Capability, callback: MessageHandler): MessageHandler {
    const { events } = this;
    if (!events) return callback;
    return async (payload: unknown, context: McpContext): Promise<unknown> => {
      const address = this.addresses.of(context.getRawRequest<ForwardedRequest>() ?? {});
      const start = { kind: type, name, payload, context, address, startedAt: performance.now() };
      const { sql: asked, query } = (payload ?? {}) as { readonly sql?: unknown; readonly query?: unknown };
      const sql = asked ?? query;
      const text = typeof sql === 'string' ? { sql } : {};
      try {
        const result: unknown = await firstValueFrom(
          this.transformToObservable(await callback(payload, context)),
        );
        events.emit(callRecord(start, result), text);
        return result;
      } catch (error) {
        const report = error instanceof RequestFailure ? error.report : undefined;
        events.emit(callRecord(start, report && { structuredContent: { error: report } }), text);
        throw error;
      }
    };
  }
}
