import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import type { ServerSettings } from '../config/load-settings.js';
import { CoradbMcpModule } from '../mcp/coradb-mcp.module.js';
import type { ToolAddition } from '../mcp/tool-addition.js';
import { BrokerHealth } from './health/broker-health.js';
import { ADDITION_READY, CHECKS_BROKER } from './health/health.constants.js';
import { HealthController } from './health/health.controller.js';
import { JsonRpcErrorFilter } from './json-rpc-error.filter.js';
import { HTTP_SETTINGS, protectedResourceController } from './protected-resource.js';

/** The standalone application over HTTP. */
@Module({})
export class HttpAppModule {
  /** @param addition see `loadAddition` */
  static with(
    { coradb, offersCoradb, http, fromDotenv }: ServerSettings,
    addition?: ToolAddition,
  ): DynamicModule {
    const oidc = http.oidcIssuer !== undefined;
    return {
      module: HttpAppModule,
      imports: [
        CoradbMcpModule.forRoot({
          settings: coradb,
          fromDotenv,
          offersTools: offersCoradb,
          ...(addition && { addition }),
          shutdownGraceMs: http.shutdownGraceMs,
          http: {
            path: http.path,
            trustedProxies: http.trustedProxies,
            proxyHeader: http.proxyHeader,
            ...(oidc && { writeScopes: http.oidcScopesWrite }),
          },
        }),
        TerminusModule.forRoot({ logger: false }),
      ],
      controllers: [HealthController, ...(oidc ? [protectedResourceController(http)] : [])],
      providers: [
        BrokerHealth,
        { provide: CHECKS_BROKER, useValue: offersCoradb },
        { provide: ADDITION_READY, useValue: addition?.ready ?? null },
        { provide: HTTP_SETTINGS, useValue: http },
        { provide: APP_FILTER, useClass: JsonRpcErrorFilter },
      ],
    };
  }
}
