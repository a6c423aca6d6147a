import { Injectable } from '@nestjs/common';
import type { McpServer } from '@modelcontextprotocol/server' with { 'resolution-mode': 'require' };
import type { McpServerOptions } from '@rekog/mcp-nest';
import { named, type EdgeNames } from '../../errors/edge-names.js';
import type { CallSlots } from '../../limits/call-slots.js';
import { wrapHandlers } from './wrap-handlers.js';
import type { RequestHandler } from '../requests/request-handler.js';

/** What mcp-nest attaches to the handler of a tool, resource or prompt. */
export interface Capability {
  readonly type: string;
  readonly name: string;
}

/** Times a schema was or was not found in the cache. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
}

/** What one engine brings to an MCP server. */
export interface McpOffer {
  /** The engine, as people call it. */
  readonly title: string;
  /** Told to every client at the start of a session. */
  readonly instructions: string;
  readonly capabilities: NonNullable<McpServerOptions['capabilities']>;
  /** False for a tool, resource or prompt of the engine that its settings leave out. */
  readonly isOffered: (capability: Capability) => boolean;
  /** Answer what mcp-nest does not, or not as this server needs it. */
  readonly requestHandlers?: readonly RequestHandler[];
  /** Wraps the handlers that mcp-nest is about to set on the server of a client. */
  readonly prepare?: (server: McpServer) => McpServer;
  /** Names of inputs that no tool has and that are dropped instead of refused. */
  readonly ignoredInputs?: readonly string[];
  /** How messages and hints of its calls name tools and settings. */
  readonly names?: EdgeNames;
  /** Its calls that work or wait. */
  readonly slots: CallSlots;
  readonly cache?: () => CacheCounts;
}

/**
 * What the engines of one MCP server offer. Each adds its part from a provider's factory: when the first client comes,
 * and already when the handlers are registered, all of them have run.
 */
@Injectable()
export class McpOffers {
  private readonly offers: McpOffer[] = [];

  add(offer: McpOffer): McpOffer {
    this.offers.push(offer);
    return offer;
  }

  get all(): readonly McpOffer[] {
    return this.offers;
  }

  get title(): string {
    return this.offers.map(({ title }) => title).join(' and ');
  }

  get instructions(): string {
    return this.offers.map(({ instructions }) => instructions).join('\n');
  }

  get capabilities(): McpOffer['capabilities'] {
    return Object.assign(
      {},
      ...this.offers.map(({ capabilities }) => capabilities),
    ) as McpOffer['capabilities'];
  }

  get requestHandlers(): readonly RequestHandler[] {
    return this.offers.flatMap(({ requestHandlers = [] }) => requestHandlers);
  }

  get ignoredInputs(): readonly string[] {
    return this.offers.flatMap(({ ignoredInputs = [] }) => ignoredInputs);
  }

  isOffered(capability: Capability): boolean {
    return this.offers.every((offer) => offer.isOffered(capability));
  }

  /** A reply with the names of tools and settings in their places. */
  named<Value>(reply: Value): Value {
    return this.offers.reduce((made, { names }) => (names ? named(made, names) : made), reply);
  }

  prepare(server: McpServer): McpServer {
    const naming = wrapHandlers(server, {
      'tools/list': (handler) => async (request, context) => this.named(await handler(request, context)),
    });
    return this.offers.reduce((made, { prepare }) => prepare?.(made) ?? made, naming);
  }
}

/** The lists never change while the server runs; the SDK would promise notifications unless told so. */
export const UNCHANGING = { listChanged: false } as const;
