import { Inject, Injectable } from '@nestjs/common';
import type { McpContext } from '@rekog/mcp-nest';
import { CoradbSettings } from '../../config/coradb-settings.js';
import type { Login } from '../../driver/driver.js';
import type { Parameter } from '../../driver/value.js';
import { DriverProvider } from '../../driver/driver-provider.js';
import { DEFAULT_USER, loginOf, maxRowsOf, paramsOf, timeoutMsOf } from '../../execution/call-request.js';
import { CORADB_SETTINGS } from '../mcp.constants.js';
import { KnownDatabases } from '../known-databases.service.js';
import type { LoginInput } from './inputs.js';
import { mergeCredentials, suppliedCredentials } from './supplied-login.js';

/** Turns tool arguments into what a call needs: defaults from the settings, limits checked. */
@Injectable()
export class CallInputs {
  constructor(
    private readonly drivers: DriverProvider,
    private readonly databases: KnownDatabases,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /**
   * The login of a call: arguments first, then what the program sent beside them, then the defaults; the database is
   * the only one there is where none is named.
   * @throws InputError when no database is named and none is the only one, what was sent beside them is no login, or the call names a broker although this server
   *   works on the embedded database; GuardError for a database or host that the settings do not allow
   */
  async login(input: LoginInput, context: McpContext): Promise<Login> {
    const { host, port } = input;
    const database = input.database ?? (await this.databases.ofCallWithout());
    const credentials = mergeCredentials([input, ...suppliedCredentials(context)], DEFAULT_USER);
    return loginOf({ database, host, port, ...credentials }, this.settings, this.drivers.reachesServer);
  }

  /** @throws InputError when the call asks for more rows than the server allows */
  maxRows(asked: number | undefined): number {
    return maxRowsOf(asked, this.settings);
  }

  /** @returns ms; 0 for none. @throws InputError when the call asks for more time than the server allows */
  timeoutMs(asked: number | undefined): number {
    return timeoutMsOf(asked, this.settings);
  }

  /** An empty list is the same as none. */
  parameters(params: readonly Parameter[] | undefined): readonly Parameter[] | undefined {
    return paramsOf(params);
  }
}
