import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import type { OnApplicationShutdown } from '@nestjs/common';
import { z } from 'zod';
import type { ArangoSettings } from '../../config/arango-settings.js';
import { SettingsError } from '../../config/settings-error.js';
import { withPackages } from '../../errors/optional-package.js';
import { ArangoEngineError } from './arango-errors.js';
import { ArangoHttp } from './arango-http.js';
import { ArangoSession } from './arango-session.js';

/** Longest wait for the answer to a probe, in ms: probes give up after a few seconds themselves. */
const PING_LIMIT_MS = 2_000;

const Availability = z.looseObject({ mode: z.string() });

/** Opens a session a call; the coordinator that answered last is asked first. */
export class ArangoConnector implements OnApplicationShutdown {
  private preferred?: string;

  constructor(
    private readonly settings: ArangoSettings,
    private readonly http: ArangoHttp,
  ) {}

  /**
   * Loads the HTTP client; nothing of it is loaded before.
   * @throws SettingsError when ARANGO_TLS_CA_FILE cannot be used
   */
  static async load(settings: ArangoSettings): Promise<ArangoConnector> {
    const trusted = trustedCertificates(settings);
    const { Agent } = await withPackages(['undici'], 'ArangoDB', () => import('undici'));
    const agent = new Agent({
      ...(trusted && { connect: { ca: trusted } }),
      // The limits of a call end its requests, however long they are; undici would end them after five minutes.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return new ArangoConnector(settings, new ArangoHttp(agent));
  }

  open(database: string, signal: AbortSignal): ArangoSession {
    return new ArangoSession(database, this.http, {
      addresses: this.ordered(this.settings.url),
      authorization: this.authorization(),
      signal,
      onAnswer: (address) => (this.preferred = address),
    });
  }

  /**
   * Asks whether a server takes requests; it needs no login.
   * @throws Error that says so and not where the server is: health replies are public
   */
  async ping(signal: AbortSignal): Promise<void> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(PING_LIMIT_MS)]);
    const session = this.open(this.settings.database, limited);
    try {
      await session.request({ method: 'GET', path: '_admin/server/availability' }, Availability);
    } catch (error) {
      const refused = error instanceof ArangoEngineError;
      throw new Error(refused ? 'ArangoDB takes no requests' : 'ArangoDB does not answer', { cause: error });
    } finally {
      session.close();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }

  /** In UTF-8, whatever characters the password has. */
  private authorization(): string {
    const { token, username, password = '' } = this.settings;
    if (token !== undefined) return `Bearer ${token}`;
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  /** The session asks from the first address to the next ones. */
  private ordered(urls: readonly string[]): string[] {
    const isPreferred = (url: string): boolean => url === this.preferred;
    return [...urls.filter(isPreferred), ...urls.filter((url) => !isPreferred(url))];
  }
}

/**
 * The certificates of the PEM file besides the usual ones, as NODE_EXTRA_CA_CERTS adds them, for ArangoDB alone;
 * undefined without a file.
 * @throws SettingsError when the file cannot be read
 */
export function trustedCertificates({
  tlsCaFile: file,
}: Pick<ArangoSettings, 'tlsCaFile'>): string[] | undefined {
  if (file === undefined) return undefined;
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError([`ARANGO_TLS_CA_FILE=${file}: ${error instanceof Error ? error.message : ''}`]);
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw new SettingsError([`ARANGO_TLS_CA_FILE=${file}: must be a PEM file with certificates`]);
  }
  // Node before 22.15 only knows its own list, without NODE_EXTRA_CA_CERTS.
  const { getCACertificates } = tls as { getCACertificates?(type: 'default'): string[] };
  return [...(getCACertificates?.('default') ?? tls.rootCertificates), pem];
}
