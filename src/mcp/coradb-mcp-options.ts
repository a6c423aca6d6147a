import type { DynamicModule, FactoryProvider } from '@nestjs/common';
import type { McpTransport } from '@rekog/mcp-nest';
import type { CoradbSettings } from '../config/coradb-settings.js';
import type { CoradbHttpRoute } from './http-route/http-route-options.js';
import type { ToolAddition } from './tool-addition.js';

/** What must be known when the module is declared. `imports`: modules with what guards or the factory need. */
export interface CoradbMcpStaticOptions extends Pick<DynamicModule, 'imports'> {
  /** Name of this instance, for `@InjectCoradb(name)` and for clients. Default: `coradb`. */
  readonly name?: string;
  /** Serves the tools at a route of the host application. Without it there is none. */
  readonly http?: CoradbHttpRoute;
  /** Other transports of mcp-nest (stdio), made when the application starts. */
  readonly transports?: () => McpTransport[];
  /** False leaves the CoraDB tools out: only those of `addition` are offered. */
  readonly offersTools?: boolean;
  /** Tools of another engine that are offered beside the CoraDB tools. */
  readonly addition?: ToolAddition;
  /** How long running calls may go on after a shutdown was asked for, in ms. */
  readonly shutdownGraceMs?: number;
}

export interface CoradbMcpModuleOptions extends CoradbMcpStaticOptions {
  /** Settings by property name; what is left out has its default. Environment variables are not read. */
  readonly settings?: Partial<CoradbSettings>;
  /** Names of settings that came from `.env`, for connection_info. */
  readonly fromDotenv?: readonly string[];
}

export interface CoradbMcpModuleAsyncOptions extends CoradbMcpStaticOptions, Pick<FactoryProvider, 'inject'> {
  /** Gives the settings by property name, from what was injected. */
  readonly useFactory: FactoryProvider<
    Partial<CoradbSettings> | Promise<Partial<CoradbSettings>>
  >['useFactory'];
}
