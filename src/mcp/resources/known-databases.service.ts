import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { DriverProvider } from '../../driver/driver-provider.js';
import { assertDatabaseAllowed } from '../../execution/policy/database-policy.js';
import { CORADB_SETTINGS } from '../mcp.constants.js';

/** The databases this server can name without a login: those of the settings, or those the embedded engine has. */
@Injectable()
export class KnownDatabases {
  constructor(
    private readonly drivers: DriverProvider,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /** In alphabetical order. Empty when any database is allowed and the engine tells none: a broker does not. */
  async names(): Promise<readonly string[]> {
    const existing = await this.existing();
    const { databases } = this.settings;
    const candidates = existing ?? (databases.includes('*') ? [] : databases);
    return candidates.filter((name) => this.isAllowed(name)).sort();
  }

  private async existing(): Promise<readonly string[] | undefined> {
    try {
      return await (await this.drivers.current()).databases?.();
    } catch {
      // A call that needs the driver will say what is wrong with it.
      return undefined;
    }
  }

  private isAllowed(name: string): boolean {
    try {
      assertDatabaseAllowed(name, this.settings.databases);
      return true;
    } catch {
      return false;
    }
  }
}
