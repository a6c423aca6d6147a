import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { MCP_HTTP_HANDLER } from '@rekog/mcp-nest';
import { PACKAGE } from '../../config/package-info.js';
import { CallEvents } from '../calls/call-events.service.js';
import { PersonConfirmation } from '../confirmation/person-confirmation.service.js';
import { httpController } from '../http-route/http-controller.js';
import { HttpTransports } from '../http-route/http-transports.js';
import { routeAddresses } from '../http-route/route-addresses.js';
import { bindToInstance, type InstanceBinding } from '../instance/bind-to-instance.js';
import { MCP_SERVER_STRATEGY } from '../mcp.constants.js';
import { RunningCalls, SHUTDOWN_GRACE_MS } from '../running-calls.service.js';
import { McpServerStrategy } from '../strategy/mcp-server.strategy.js';
import { McpOffers } from '../strategy/mcp-offers.js';
import type { McpServingOptions } from './server-options.js';

/** The parts of one MCP server, for the module that is it. */
export interface McpServerParts {
  readonly controllers: Type[];
  readonly providers: Provider[];
  readonly exports: NonNullable<DynamicModule['exports']>;
  /** Ties classes of tools to this server. */
  readonly binding: InstanceBinding;
}

/** Numbers the servers of the process, so that none offers the tools of another. */
let servers = 0;

/**
 * One MCP server, under the name that clients are told; the module that takes the parts adds `SHARED_SIGNER` and what it offers.
 * @throws SettingsError for a trusted proxy that is no address
 */
export function mcpServer(name: string, serving: McpServingOptions): McpServerParts {
  const { http, transports, shutdownGraceMs, ignoredInputs = [] } = serving;
  const binding = { server: `coradb-mcp-${++servers}`, writeScopes: http?.writeScopes ?? [] };
  const addresses = routeAddresses(http ?? {});
  return {
    binding,
    controllers: http ? [httpController(http)] : [],
    providers: [
      McpOffers,
      CallEvents,
      RunningCalls,
      PersonConfirmation,
      ...(shutdownGraceMs === undefined ? [] : [{ provide: SHUTDOWN_GRACE_MS, useValue: shutdownGraceMs }]),
      // A factory, so that each application that is made of the declaration has its own.
      { provide: MCP_HTTP_HANDLER, useFactory: () => (http ? new HttpTransports(http) : null) },
      {
        provide: MCP_SERVER_STRATEGY,
        inject: [McpOffers, CallEvents, RunningCalls, MCP_HTTP_HANDLER],
        useFactory: (
          offers: McpOffers,
          events: CallEvents,
          running: RunningCalls,
          route: HttpTransports | null,
        ) =>
          new McpServerStrategy({
            name,
            version: PACKAGE.version,
            server: binding.server,
            transports: [...(route ? [route] : []), ...(transports?.() ?? [])],
            offers,
            events,
            running,
            addresses,
            ignoredInputs,
          }),
      },
    ],
    exports: [McpOffers, CallEvents, RunningCalls, PersonConfirmation, MCP_SERVER_STRATEGY],
  };
}

/** The classes of tools, resources or prompts as those of one server. */
export function boundTo(binding: InstanceBinding, classes: readonly Type[]): Type[] {
  return classes.map((each) => bindToInstance(each, binding));
}
