import type { DynamicModule, FactoryProvider } from '@nestjs/common';
import type { ArangoSettings } from '../config/arango-settings.js';
import type { SharedConfirmation } from '../mcp/confirmation/shared-signer.js';
import type { McpServingOptions } from '../mcp/server/server-options.js';

/** What must be known when the module is declared. `imports`: modules with what guards or the factory need. */
export interface ArangoMcpStaticOptions extends McpServingOptions {
  /** Name of this instance, for `@InjectArango(name)` and for clients. Default: `arangodb`. */
  readonly name?: string;
  /**
   * What `CoradbMcpModule.forRoot` or `forRootAsync` gave: its server then offers these tools as well, at its route
   * and behind its guards, and `http`, `transports` and `shutdownGraceMs` are that module's. Without it these tools
   * have a server of their own.
   */
  readonly joins?: DynamicModule;
  /** Lets several processes take each other's confirmations; a server that is joined brings its own. */
  readonly confirmations?: Required<SharedConfirmation>;
}

/** Options of `ArangoMcpModule.forRoot`. */
export interface ArangoMcpModuleOptions extends ArangoMcpStaticOptions {
  /** Settings by property name; what is left out has its default. Environment variables are not read. */
  readonly settings: Partial<ArangoSettings>;
}

/** Options of `ArangoMcpModule.forRootAsync`. */
export interface ArangoMcpModuleAsyncOptions extends ArangoMcpStaticOptions, Pick<FactoryProvider, 'inject'> {
  /** Gives the settings by property name, from what was injected. */
  readonly useFactory: FactoryProvider<
    Partial<ArangoSettings> | Promise<Partial<ArangoSettings>>
  >['useFactory'];
}
