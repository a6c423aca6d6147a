import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../config/coradb-settings.js';
import type { Login } from '../driver/driver.js';
import { GuardError } from '../errors/call-error.js';
import type { CatalogRequest } from '../schema/catalog/catalog-reader.js';
import type { SchemaModel } from '../schema/schema-model.js';
import { SchemaReader } from '../schema/schema-service.js';
import { CallDeadline, CallStoppedError } from './call-deadline.js';
import { ConnectionOpener } from './connection-opener.service.js';
import { EXECUTION_SETTINGS } from './execution.constants.js';

/** Reads schemas, each in a call of its own: one connection, one transaction that is rolled back. */
@Injectable()
export class SchemaCalls {
  private readonly reader = new SchemaReader();

  constructor(
    private readonly opener: ConnectionOpener,
    @Inject(EXECUTION_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /**
   * The schema as the given user sees it.
   * @throws CallError
   */
  async read(login: Login, request: CatalogRequest, signal: AbortSignal): Promise<SchemaModel> {
    const deadline = new CallDeadline(this.settings.callTimeoutMs, signal);
    try {
      return await this.opener.use(login, deadline, true, async (connection, stoppable) => {
        const model = await stoppable.run((timeoutMs) =>
          this.reader.read(connection, { ...request, timeoutMs }),
        );
        await stoppable.rollback();
        return model;
      });
    } catch (error) {
      if (error instanceof CallStoppedError) throw new GuardError(`The call was stopped: ${error.because}.`);
      throw error;
    } finally {
      deadline.dispose();
    }
  }
}
