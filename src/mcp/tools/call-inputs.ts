import { Inject, Injectable } from '@nestjs/common';
import type { McpContext } from '@rekog/mcp-nest';
import { CoradbSettings } from '../../config/coradb-settings.js';
import type { Login } from '../../driver/driver.js';
import type { Parameter } from '../../driver/value.js';
import { InputError } from '../../errors/call-error.js';
import { CORADB_SETTINGS } from '../mcp.constants.js';
import type { LoginInput } from './inputs.js';
import { mergeCredentials, suppliedCredentials } from './supplied-login.js';

/** The user of a call that names none. */
const DEFAULT_USER = 'dba';

/** Turns tool arguments into what a call needs: defaults from the settings, limits checked. */
@Injectable()
export class CallInputs {
  constructor(@Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings) {}

  /**
   * The login of a call: arguments first, then what the program sent beside them, then the defaults.
   * @throws InputError when what was sent beside them is no login
   */
  /** @throws InputError when the call names a broker although this server works on the embedded database */
  login(input: LoginInput, context: McpContext): Login {
    this.checkAddress(input);
    return {
      database: input.database,
      host: input.host ?? this.settings.host,
      port: input.port ?? this.settings.port,
      ...mergeCredentials([input, ...suppliedCredentials(context)], DEFAULT_USER),
    };
  }

  /** @throws InputError when the call asks for more rows than the server allows */
  maxRows(asked: number | undefined): number {
    return this.within(
      'maxRows',
      asked,
      this.settings.maxRows,
      this.settings.maxRowsLimit,
      'CORADB_MAX_ROWS_LIMIT',
    );
  }

  /** @returns ms; 0 for none. @throws InputError when the call asks for more time than the server allows */
  timeoutMs(asked: number | undefined): number {
    return this.within(
      'timeoutMs',
      asked,
      this.settings.callTimeoutMs,
      this.settings.maxTimeoutMs,
      'CORADB_MAX_TIMEOUT_MS',
    );
  }

  /** An empty list is the same as none. */
  parameters(params: readonly Parameter[] | undefined): readonly Parameter[] | undefined {
    if (params === undefined || params.length === 0) return undefined;
    return params.map((parameter) =>
      typeof parameter === 'object' && parameter !== null
        ? { type: parameter.type.toUpperCase(), value: parameter.value }
        : parameter,
    );
  }

  /** Sample data must not be taken for that of the broker which the call names. */
  private checkAddress({ host, port }: LoginInput): void {
    const { settings } = this;
    if (settings.driver !== 'embedded') return;
    const isOther = (host ?? settings.host) !== settings.host || (port ?? settings.port) !== settings.port;
    if (!isOther) return;
    throw new InputError(
      `This server works on its embedded database and reaches no broker: "host" and "port" cannot be ${host ?? settings.host}:${port ?? settings.port}.`,
      { hint: 'Leave host and port out, or have the server started without --embedded (CORADB_DRIVER).' },
    );
  }

  private within(
    name: string,
    asked: number | undefined,
    usual: number,
    most: number,
    setting: string,
  ): number {
    if (asked === undefined) return usual;
    if (asked > most) {
      throw new InputError(`"${name}" is ${asked}; this server allows at most ${most} (${setting}).`, {
        hint: `Ask for ${most} or less.`,
      });
    }
    return asked;
  }
}
