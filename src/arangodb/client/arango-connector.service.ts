import type { Database } from 'arangojs';
import type { ArangoSettings } from '../../config/arango-settings.js';
import { ArangoSession, driverUrl } from './arango-session.js';
import { trustCertificates } from './trusted-certificates.js';

export type DatabaseClass = typeof Database;

/** Opens a session a call; the coordinator that answered last is asked first. */
export class ArangoConnector {
  private preferred?: string;

  constructor(
    private readonly settings: ArangoSettings,
    private readonly databaseClass: DatabaseClass,
  ) {}

  /**
   * Loads the driver; nothing of it is loaded before.
   * @throws SettingsError when ARANGO_TLS_CA_FILE cannot be used
   */
  static async load(settings: ArangoSettings): Promise<ArangoConnector> {
    if (settings.tlsCaFile !== undefined) trustCertificates(settings.tlsCaFile);
    const { Database } = await import('arangojs');
    return new ArangoConnector(settings, Database);
  }

  open(database: string, signal: AbortSignal): ArangoSession {
    const addresses = this.ordered(this.settings.url);
    const driver = new this.databaseClass({
      url: addresses.map(driverUrl),
      databaseName: database,
      afterResponse: (_error, response) => {
        if (response) this.preferred = new URL(response.url).origin;
      },
    });
    return new ArangoSession(driver, { addresses, authorization: this.authorization(), signal });
  }

  /** Made here, in UTF-8: arangojs would write a password in Latin-1, and fail where that has no such character. */
  private authorization(): string {
    const { token, username, password = '' } = this.settings;
    if (token !== undefined) return `Bearer ${token}`;
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  /** The session asks from the first address to the next ones. */
  private ordered(urls: readonly string[]): string[] {
    const isPreferred = (url: string): boolean => new URL(url).origin === this.preferred;
    return [...urls.filter(isPreferred), ...urls.filter((url) => !isPreferred(url))];
  }
}
