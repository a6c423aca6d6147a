import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { assertDatabaseAllowed } from '../../execution/policy/database-policy.js';
import { CORADB_SETTINGS } from '../mcp.constants.js';

/** Refuses a call whose database the settings do not allow, before anything is sent anywhere. */
@Injectable()
export class DatabaseAllowedGuard implements CanActivate {
  constructor(@Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings) {}

  canActivate(context: ExecutionContext): boolean {
    const { database } = context.switchToRpc().getData<{ database?: string }>();
    // Where none is named, the only one that the settings allow is taken.
    if (database !== undefined) assertDatabaseAllowed(database, this.settings.databases);
    return true;
  }
}
