import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import type { ServerSettings } from '../config/load-settings.js';
import { engineModules } from '../engine-modules.js';
import { ENGINE_HEALTH, type EngineHealth } from './health/health.constants.js';
import { HealthController } from './health/health.controller.js';
import { JsonRpcErrorFilter } from './json-rpc-error.filter.js';
import { HTTP_SETTINGS, protectedResourceController } from './protected-resource.js';

/** The standalone application over HTTP. */
@Module({})
export class HttpAppModule {
  /** @throws SettingsError when ARANGO_TLS_CA_FILE cannot be used */
  static async with(settings: ServerSettings): Promise<DynamicModule> {
    const { http } = settings;
    const oidc = http.oidcIssuer !== undefined;
    const engines = await engineModules(settings, {
      shutdownGraceMs: http.shutdownGraceMs,
      http: {
        path: http.path,
        trustedProxies: http.trustedProxies,
        proxyHeader: http.proxyHeader,
        ...(oidc && { writeScopes: http.oidcScopesWrite }),
      },
    });
    const health = await engineHealth(settings);
    return {
      module: HttpAppModule,
      imports: [...engines, TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController, ...(oidc ? [protectedResourceController(http)] : [])],
      providers: [
        ...health,
        {
          provide: ENGINE_HEALTH,
          inject: health,
          useFactory: (...checks: EngineHealth[]) => checks,
        },
        { provide: HTTP_SETTINGS, useValue: http },
        { provide: APP_FILTER, useClass: JsonRpcErrorFilter },
      ],
    };
  }
}

/** Loaded with the engine only. */
async function engineHealth({ arango, offersCoradb }: ServerSettings): Promise<Type<EngineHealth>[]> {
  return [
    ...(offersCoradb ? [(await import('./health/broker-health.js')).BrokerHealth] : []),
    ...(arango ? [(await import('./health/arango-health.js')).ArangoHealth] : []),
  ];
}
