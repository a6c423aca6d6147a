import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../config/coradb-settings.js';
import { DriverProvider } from '../driver/driver-provider.js';
import { InputError } from '../errors/call-error.js';
import { assertDatabaseAllowed } from '../execution/policy/database-policy.js';
import { CORADB_SETTINGS } from '../config/settings.tokens.js';

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

  /** The one database there is; undefined when there are several or none is known. */
  async only(): Promise<string | undefined> {
    const names = await this.names();
    return names.length === 1 ? names[0] : undefined;
  }

  /** The database of a call that names none. @throws InputError that lists those there are, unless it is one */
  async ofCallWithout(): Promise<string> {
    const names = await this.names();
    const [first] = names;
    if (names.length === 1 && first !== undefined) return first;
    throw new InputError('"database" is missing.', {
      hint:
        first === undefined
          ? 'Give the name of a database. This server knows none: ask the user, who can also set CORADB_DATABASES.'
          : `There are: ${names.join(', ')}.`,
    });
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
