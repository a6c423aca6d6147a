import { Inject, Injectable, type CanActivate } from '@nestjs/common';
import { ArangoSettings } from '../../config/arango-settings.js';
import { GuardError } from '../../errors/call-error.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';

/** @throws GuardError while the settings allow dry runs only: no transaction of ArangoDB can undo a definition */
export function assertDefinitionsAllowed({ writeMode }: Pick<ArangoSettings, 'writeMode'>): void {
  if (writeMode === 'write') return;
  throw new GuardError(
    'This server allows dry runs only (ARANGO_WRITE_MODE=dryrun), and ArangoDB cannot undo the creation, change or ' +
      'removal of a collection, an index, a graph or a view. Nothing was done.',
  );
}

/** For classes whose tools all change definitions. */
@Injectable()
export class DefinitionsAllowedGuard implements CanActivate {
  constructor(@Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings) {}

  canActivate(): boolean {
    assertDefinitionsAllowed(this.settings);
    return true;
  }
}
