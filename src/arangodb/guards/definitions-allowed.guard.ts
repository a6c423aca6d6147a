import { Inject, Injectable, type CanActivate } from '@nestjs/common';
import { ArangoSettings } from '../../config/arango-settings.js';
import { GuardError } from '../../errors/call-error.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';

/** Refuses what no transaction of ArangoDB can undo while the settings allow dry runs only. */
@Injectable()
export class DefinitionsAllowedGuard implements CanActivate {
  constructor(@Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings) {}

  canActivate(): boolean {
    if (this.settings.writeMode !== 'write') {
      throw new GuardError(
        'This server allows dry runs only (ARANGO_WRITE_MODE=dryrun), and ArangoDB cannot undo the creation or removal ' +
          'of a collection or an index. Nothing was done.',
      );
    }
    return true;
  }
}
