import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../config/coradb-settings.js';
import type { Login } from '../driver/driver.js';
import { GuardError } from '../errors/call-error.js';
import type { CatalogRequest } from '../driver/dialect.js';
import { SchemaCache, type CachedSchema } from '../schema/schema-cache.js';
import { SchemaReader } from '../schema/schema-service.js';
import { CallDeadline } from '../limits/call-deadline.js';
import { CallStoppedError } from '../limits/call-stopped-error.js';
import { ConnectionOpener } from './run/connection-opener.service.js';
import { CORADB_SETTINGS } from '../config/settings.tokens.js';

export interface SchemaCallOptions {
  /** Ends the call from outside. */
  readonly signal: AbortSignal;
  /** Read the catalog although a copy is kept. */
  readonly refresh?: boolean;
  /** A shorter limit than the settings' own, in ms. */
  readonly timeoutMs?: number;
}

/** Reads schemas, each in a call of its own: one connection, one transaction that is rolled back. */
@Injectable()
export class SchemaCalls {
  private readonly reader = new SchemaReader();

  constructor(
    private readonly opener: ConnectionOpener,
    private readonly cache: SchemaCache,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /**
   * The schema as the given user sees it, from the catalog or from a kept copy. A copy is handed out only after
   * this call's own login succeeded.
   *
   * @throws CallError
   */
  async read(login: Login, request: CatalogRequest, options: SchemaCallOptions): Promise<CachedSchema> {
    const deadline = new CallDeadline(
      shorter(this.settings.callTimeoutMs, options.timeoutMs),
      options.signal,
    );
    try {
      return await this.opener.use(login, deadline, true, async (connection, stoppable) => {
        // An embedded database in memory does not know the name it was opened by.
        const about = { database: login.database, user: login.user };
        const read = () =>
          stoppable.run((timeoutMs) => this.reader.read(connection, { ...request, login: about, timeoutMs }));
        const cached = await this.cache.get(login, request, read, {
          signal: deadline.signal,
          ...(options.refresh && { refresh: true }),
        });
        await stoppable.rollback();
        return cached;
      });
    } catch (error) {
      if (error instanceof CallStoppedError) throw new GuardError(`The call was stopped: ${error.because}.`);
      throw error;
    } finally {
      deadline.dispose();
    }
  }
}

/** The shorter of two limits in ms, of which 0 and undefined are none. */
function shorter(one: number, other: number | undefined): number {
  return one > 0 && other ? Math.min(one, other) : other || one;
}
