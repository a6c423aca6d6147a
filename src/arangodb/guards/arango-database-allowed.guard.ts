import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ArangoSettings } from '../../config/arango-settings.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';
import { assertDatabaseAllowed } from '../database-policy.js';

/** Refuses a call whose database the settings do not allow, the default one included, before anything is sent. */
@Injectable()
export class ArangoDatabaseAllowedGuard implements CanActivate {
  constructor(@Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings) {}

  canActivate(context: ExecutionContext): boolean {
    const { database } = context.switchToRpc().getData<{ database?: string }>();
    assertDatabaseAllowed(database ?? this.settings.database, this.settings.databases);
    return true;
  }
}
