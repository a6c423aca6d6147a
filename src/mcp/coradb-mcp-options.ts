import type { FactoryProvider } from '@nestjs/common';
import type { CoradbSettings } from '../config/coradb-settings.js';
import type { McpServingOptions } from './server/server-options.js';

/** What must be known when the module is declared. `imports`: modules with what guards or the factory need. */
export interface CoradbMcpStaticOptions extends McpServingOptions {
  /** Name of this instance, for `@InjectCoradb(name)` and for clients. Default: `coradb`. */
  readonly name?: string;
}

/** Options of `CoradbMcpModule.forRoot`. */
export interface CoradbMcpModuleOptions extends CoradbMcpStaticOptions {
  /** Settings by property name; what is left out has its default. Environment variables are not read. */
  readonly settings?: Partial<CoradbSettings>;
}

/** Options of `CoradbMcpModule.forRootAsync`. */
export interface CoradbMcpModuleAsyncOptions extends CoradbMcpStaticOptions, Pick<FactoryProvider, 'inject'> {
  /** Gives the settings by property name, from what was injected. */
  readonly useFactory: FactoryProvider<
    Partial<CoradbSettings> | Promise<Partial<CoradbSettings>>
  >['useFactory'];
}
