import type { AddressInfo } from 'node:net';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { MCP_HTTP_HANDLER } from '@rekog/mcp-nest';
import { ClientAddresses } from '../../src/address/client-address.js';
import { loadSettings } from '../../src/config/load-settings.js';
import { createHttpGate } from '../../src/http/create-http-gate.js';
import { CallSlots } from '../../src/limits/call-slots.js';
import { CallEvents } from '../../src/mcp/calls/call-events.service.js';
import { httpController } from '../../src/mcp/http-route/http-controller.js';
import { HttpTransports } from '../../src/mcp/http-route/http-transports.js';
import { RunningCalls } from '../../src/mcp/running-calls.service.js';
import { McpServerStrategy } from '../../src/mcp/strategy/mcp-server.strategy.js';
import { McpOffers } from '../../src/mcp/strategy/mcp-offers.js';
import { FixtureInputTools } from './fixture-input-tools.js';
import { FixtureTexts } from './fixture-texts.js';
import { FIXTURE_SERVER, FixtureTools } from './fixture-tools.js';

const empty = (method: string) => ({ method, handle: () => Promise.resolve({}) });

/** The gate, the transports and the strategy of this server, with the tools of the conformance suite on them. */
export async function startFixtureServer(): Promise<{ url: string; close(): Promise<void> }> {
  const transports = new HttpTransports({});
  const offers = new McpOffers();
  offers.add({
    title: 'Conformance',
    instructions: '',
    capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
    isOffered: () => true,
    slots: new CallSlots({ running: { most: 1, setting: 'none' } }),
    requestHandlers: [
      empty('resources/subscribe'),
      empty('resources/unsubscribe'),
      {
        method: 'completion/complete',
        handle: () =>
          Promise.resolve({ completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false } }),
      },
    ],
  });
  const strategy = new McpServerStrategy({
    name: 'coradb-conformance',
    version: '1.0.0',
    server: FIXTURE_SERVER,
    transports: [transports],
    offers,
    events: new CallEvents(),
    running: new RunningCalls(),
    addresses: new ClientAddresses({}),
  });

  @Module({
    controllers: [FixtureTools, FixtureInputTools, FixtureTexts, httpController({ path: 'mcp' })],
    providers: [{ provide: MCP_HTTP_HANDLER, useValue: transports }],
  })
  class FixtureModule {}

  const app = await NestFactory.create<NestExpressApplication>(FixtureModule, {
    logger: false,
    bodyParser: false,
  });
  app.use(createHttpGate(loadSettings({ CORADB_HTTP_RATE_LIMIT: '0' }, '').http).handle);
  app.useBodyParser('json', { limit: 1_000_000 });
  const server = app.connectMicroservice<MicroserviceOptions>({ strategy }, { inheritAppConfig: false });
  await server.listen();
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => app.close() };
}
