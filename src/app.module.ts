import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import type { McpTransport } from '@rekog/mcp-nest';
import type { ServerSettings } from './config/load-settings.js';
import { CoradbMcpModule } from './mcp/coradb-mcp.module.js';
import type { ToolAddition } from './mcp/tool-addition.js';

/** The standalone application. */
@Module({})
export class AppModule {
  /** @param addition see `loadAddition` */
  static with(
    settings: ServerSettings,
    transports: () => McpTransport[],
    addition?: ToolAddition,
  ): DynamicModule {
    const { coradb, offersCoradb, fromDotenv } = settings;
    return {
      module: AppModule,
      imports: [
        // .env was read by loadSettings, which takes CORADB_* and ARANGO_* variables only.
        ConfigModule.forRoot({
          isGlobal: true,
          ignoreEnvFile: true,
          load: [() => ({ coradb })],
        }),
        CoradbMcpModule.forRoot({
          settings: coradb,
          fromDotenv,
          transports,
          offersTools: offersCoradb,
          ...(addition && { addition }),
        }),
      ],
    };
  }
}
