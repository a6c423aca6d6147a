import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { assertHostAllowed } from '../../execution/policy/host-policy.js';
import { CORADB_SETTINGS } from '../mcp.constants.js';

/** Refuses a call to a host that the settings do not allow, before anything is sent anywhere. */
@Injectable()
export class HostAllowedGuard implements CanActivate {
  constructor(@Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings) {}

  canActivate(context: ExecutionContext): boolean {
    const { host, port } = context.switchToRpc().getData<{ host?: string; port?: number }>();
    if (host === undefined && port === undefined) return true;
    const place = { host: host ?? this.settings.host, port: port ?? this.settings.port };
    assertHostAllowed(place, this.settings.allowedHosts);
    return true;
  }
}
