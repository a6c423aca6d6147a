import { Module, type DynamicModule } from '@nestjs/common';
import type { McpTransport } from '@rekog/mcp-nest';
import type { ServerSettings } from './config/load-settings.js';
import { engineModules } from './engine-modules.js';

/** The standalone application over stdin and stdout. */
@Module({})
export class AppModule {
  /** @throws SettingsError when ARANGO_TLS_CA_FILE cannot be used */
  static async with(settings: ServerSettings, transports: () => McpTransport[]): Promise<DynamicModule> {
    return { module: AppModule, imports: [...(await engineModules(settings, { transports }))] };
  }
}
