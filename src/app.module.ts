import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import type { McpTransport } from '@rekog/mcp-nest';
import type { ServerSettings } from './config/load-settings.js';
import { CoradbMcpModule } from './mcp/coradb-mcp.module.js';

/** The standalone application. */
@Module({})
export class AppModule {
  static with(settings: ServerSettings, transports: () => McpTransport[]): DynamicModule {
    return {
      module: AppModule,
      imports: [
        // .env was read by loadSettings, which takes CORADB_* variables only.
        ConfigModule.forRoot({
          isGlobal: true,
          ignoreEnvFile: true,
          load: [() => ({ coradb: settings.coradb })],
        }),
        CoradbMcpModule.forRoot({ settings: settings.coradb, fromDotenv: settings.fromDotenv, transports }),
      ],
    };
  }
}
