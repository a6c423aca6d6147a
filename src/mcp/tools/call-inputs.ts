import { Inject, Injectable } from '@nestjs/common';
import type { McpContext } from '@rekog/mcp-nest';
import { CoradbSettings } from '../../config/coradb-settings.js';
import type { Login } from '../../driver/driver.js';
import { DriverProvider } from '../../driver/driver-provider.js';
import type { ExecuteCall, ExplainCall, Requested, SelectCall } from '../../execution/call.js';
import { DEFAULT_USER, executeCall, explainCall, loginOf, selectCall } from '../../execution/call-request.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import { KnownDatabases } from '../known-databases.service.js';
import type {
  ExecuteSelectArguments,
  ExecuteSqlArguments,
  ExplainQueryArguments,
  LoginInput,
} from './inputs.js';
import { formatAddress, parseBrokerAddresses } from '../../address/broker-address.js';
import { AskedLogins } from '../login/asked-logins.service.js';
import { CredentialHelper, UnknownLogin } from '../login/credential-helper.service.js';
import { mergeCredentials, suppliedCredentials, type Credentials } from '../login/supplied-login.js';
import { sdkContext } from '../sdk-context.js';

/** Turns tool arguments into calls, through the one door that knows the defaults and the limits. */
@Injectable()
export class CallInputs {
  constructor(
    private readonly drivers: DriverProvider,
    private readonly databases: KnownDatabases,
    private readonly helper: CredentialHelper,
    private readonly asked: AskedLogins,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /**
   * The login of a call: arguments first, then what the program sent beside them, then what the credential helper
   * knows, then what a person types in a page, then the defaults; the database is the only one there is where none is named.
   * @throws InputError when no database is named and none is the only one, what was sent beside them is no login, or the
   *   call names a broker although this server works on the embedded database; GuardError for a database or host that
   *   the settings do not allow, for a credential helper that does not help and a person who types nothing;
   *   PersonAsked when the call must wait for one
   */
  async login(input: LoginInput, context: McpContext): Promise<Login> {
    const { host, port } = input;
    const database = input.database ?? (await this.databases.ofCallWithout());
    const places = [input, ...suppliedCredentials(context)];
    const credentials = mergeCredentials(places, DEFAULT_USER);
    const login = loginOf({ database, host, port, ...credentials }, this.settings, this.drivers.ownPlace);
    if (places.some(({ password }) => password !== undefined)) return login;
    const typed = await this.asked.typed(context, login);
    if (typed !== undefined) return { ...login, password: typed };
    const user = places.find((place) => place.user !== undefined)?.user;
    const known = await this.helped(login, user, context);
    if (known) return { ...login, ...known };
    return this.asked.canAsk(context) ? this.asked.ask(context, login) : login;
  }

  /** What the credential helper knows. @returns undefined without one, and where the person can be asked instead */
  private async helped(
    login: Login,
    user: string | undefined,
    context: McpContext,
  ): Promise<Credentials | undefined> {
    // Over HTTP every caller would work with the login of whoever started this server.
    if (!this.helper.isSet || context.getRawRequest() !== undefined) return undefined;
    try {
      return await this.helper.login(serverOf(login), user, sdkContext(context).mcpReq.signal);
    } catch (error) {
      if (error instanceof UnknownLogin && this.asked.canAsk(context)) return undefined;
      throw error;
    }
  }

  /** @throws InputError, GuardError */
  async select(input: ExecuteSelectArguments, context: McpContext): Promise<Requested<SelectCall>> {
    return selectCall(await this.login(input, context), input, this.settings);
  }

  /** @throws InputError, GuardError */
  async execute(input: ExecuteSqlArguments, context: McpContext): Promise<Requested<ExecuteCall>> {
    return executeCall(await this.login(input, context), input, this.settings);
  }

  /** @throws InputError, GuardError */
  async explain(input: ExplainQueryArguments, context: McpContext): Promise<Requested<ExplainCall>> {
    return explainCall(await this.login(input, context), input, this.settings);
  }
}

/** `host:port/database` of the broker that is tried first, under which helpers know the login. */
function serverOf({ host, port, database }: Login): string {
  if (port === 0) return `${host}/${database}`;
  const [first] = parseBrokerAddresses(host, port);
  return `${first ? formatAddress(first) : host}/${database}`;
}
