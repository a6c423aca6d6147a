import { Module, type DynamicModule, type FactoryProvider, type ValueProvider } from '@nestjs/common';
import type { ArangoSettings } from '../config/arango-settings.js';
import { arangoSettingsFrom } from '../config/arango-settings-from.js';
import { ConfigModule } from '../config/config.module.js';
import { SettingsError } from '../config/settings-error.js';
import { CallSlots } from '../limits/call-slots.js';
import { SHARED_SIGNER } from '../mcp/confirmation/question-signer.js';
import { sharedSigner } from '../mcp/confirmation/shared-signer.js';
import { CORADB_OFFER } from '../mcp/mcp.constants.js';
import { bindingOf } from '../mcp/server/joined-servers.js';
import { boundTo, mcpServer } from '../mcp/server/mcp-server.js';
import { McpOffers, UNCHANGING } from '../mcp/strategy/mcp-offers.js';
import { toolNamesOf } from '../mcp/tool-names.js';
import { ArangoCalls } from './arango-calls.service.js';
import { ArangoService } from './arango.service.js';
import type {
  ArangoMcpModuleAsyncOptions,
  ArangoMcpModuleOptions,
  ArangoMcpStaticOptions,
} from './arango-mcp-options.js';
import { ARANGO_OFFER, ARANGO_SERVER, ARANGO_SETTINGS, INSTRUCTIONS } from './arango.constants.js';
import { CallLimits } from './call-limits.service.js';
import { ArangoConnector, trustedCertificates } from './client/arango-connector.service.js';
import { arangoToken } from './inject-arango.js';
import { ProgramCalls } from './program-calls.service.js';
import { ArangoConfirmation } from './tools/arango-confirmation.service.js';
import { ARANGO_TOOL_CLASSES, offeredArangoTools } from './tools/tool-classes.js';

/**
 * The ArangoDB tools as a Nest module: a server of their own, or more tools of a CoraDB server (`joins`).
 * An application that serves it over HTTP calls `connectCoradbMcp(app)` before it listens.
 *
 * @example
 * ArangoMcpModule.forRoot({ settings: { url: ['http://localhost:8529'], database: 'shop' }, http: { path: 'mcp' } })
 */
@Module({})
export class ArangoMcpModule {
  /** @throws SettingsError */
  static forRoot(options: ArangoMcpModuleOptions): DynamicModule {
    return declare(options, { provide: ARANGO_SETTINGS, useValue: usable(options.settings) });
  }

  /** As `forRoot`, with settings that a factory gives; the application fails to start when they are wrong. */
  static forRootAsync(options: ArangoMcpModuleAsyncOptions): DynamicModule {
    const { useFactory, inject = [] } = options;
    return declare(options, {
      provide: ARANGO_SETTINGS,
      inject,
      useFactory: async (...dependencies: unknown[]) =>
        usable((await useFactory(...dependencies)) as Partial<ArangoSettings>),
    });
  }
}

/** @throws SettingsError */
function usable(given: Partial<ArangoSettings>): ArangoSettings {
  const settings = arangoSettingsFrom(given);
  // A file that cannot be used is told before anything starts.
  trustedCertificates(settings);
  return settings;
}

function declare(options: ArangoMcpStaticOptions, settings: ValueProvider | FactoryProvider): DynamicModule {
  const { name, joins, imports = [] } = options;
  const { binding, controllers, providers, exports } = joins ? joined(joins, options) : ownServer(options);
  const config = ConfigModule.with(settings, `${binding.server} ArangoDB`, imports);
  return {
    module: ArangoMcpModule,
    imports: [...imports, config, ...(joins ? [joins] : [])],
    // All of them: which ones are offered may first be known when a factory has given the settings.
    controllers: [...boundTo(binding, ARANGO_TOOL_CLASSES), ...controllers],
    providers: [
      ...providers,
      { provide: ArangoConnector, inject: [ARANGO_SETTINGS], useFactory: ArangoConnector.load },
      {
        provide: CallSlots,
        inject: [ARANGO_SETTINGS],
        useFactory: ({ maxConcurrentCalls }: ArangoSettings) =>
          new CallSlots({ running: { most: maxConcurrentCalls, setting: 'ARANGO_MAX_CONCURRENT_CALLS' } }),
      },
      ArangoCalls,
      CallLimits,
      ArangoConfirmation,
      // For calls of programs; the controllers are those of MCP.
      ...ARANGO_TOOL_CLASSES,
      ProgramCalls,
      ArangoService,
      { provide: arangoToken(name), useExisting: ArangoService },
      {
        provide: ARANGO_OFFER,
        // What is said of a server that is joined comes first.
        inject: [McpOffers, ARANGO_SETTINGS, CallSlots, ...(joins ? [CORADB_OFFER] : [])],
        useFactory: offer,
      },
    ],
    exports: [...exports, config, ArangoConnector, ArangoService, arangoToken(name)],
  };
}

function ownServer(options: ArangoMcpStaticOptions) {
  const { name = ARANGO_SERVER, confirmations = {} } = options;
  const server = mcpServer(name, options);
  const signer = { provide: SHARED_SIGNER, useFactory: () => sharedSigner(confirmations) };
  return { ...server, providers: [...server.providers, signer] };
}

function joined(
  joins: DynamicModule,
  { http, transports, shutdownGraceMs, confirmations }: ArangoMcpStaticOptions,
) {
  if (http ?? transports ?? shutdownGraceMs ?? confirmations) {
    throw new SettingsError([
      'joins: http, transports, shutdownGraceMs and confirmations are those of the module that is joined',
    ]);
  }
  return { binding: bindingOf(joins), controllers: [], providers: [], exports: [] };
}

function offer(offers: McpOffers, settings: ArangoSettings, slots: CallSlots): unknown {
  const own = new Set(toolNamesOf(ARANGO_TOOL_CLASSES));
  const offered = new Set(offeredArangoTools(settings));
  return offers.add({
    title: 'ArangoDB',
    instructions: INSTRUCTIONS,
    capabilities: { tools: UNCHANGING },
    isOffered: ({ type, name }) => type !== 'tool' || !own.has(name) || offered.has(name),
    slots,
  });
}
