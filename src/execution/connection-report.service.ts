import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../config/coradb-settings.js';
import type { Login } from '../driver/driver.js';
import { DriverProvider, type DriverInfo } from '../driver/driver-provider.js';
import { CallError } from '../errors/call-error.js';
import { SchemaCache, type SchemaCacheStats } from '../schema/schema-cache.js';
import { CallDeadline } from '../limits/call-deadline.js';
import { CallStoppedError } from '../limits/call-stopped-error.js';
import { loginText } from './call.js';
import { ConnectionOpener } from './run/connection-opener.service.js';
import { errorReport } from '../errors/error-report.js';
import { CORADB_SETTINGS } from '../config/settings.tokens.js';
import type { ErrorReport } from './reply/reply-document.js';

export interface ConnectionReport {
  readonly login: string;
  engineVersion?: string;
  /** Connecting, logging in and rolling back, in ms. */
  roundTripMs?: number;
  driver?: DriverInfo;
  /** Copies of schemas kept by this server; `ageMs` is that of this login's newest. */
  schemaCache?: SchemaCacheStats;
  readonly server: ServerReport;
  error?: ErrorReport;
}

export interface ServerReport {
  readonly version: string;
  readonly writeMode: string;
  /** Which changes a person must confirm. */
  readonly confirm: string;
  /** Set when a program knows the logins of calls that bring none. */
  readonly credentialHelper?: 'set';
  /** Set when a person can type the password of a call that brings none. */
  readonly askLogin?: 'on';
  readonly databases: readonly string[];
  readonly defaults: Readonly<Record<string, string | number>>;
  readonly limits: Readonly<Record<string, number>>;
  /** Variables that came from `.env`, names only. */
  readonly settingsFromDotenv: readonly string[];
}

/** Logs in and reports what the call reached and how this server is set. */
@Injectable()
export class ConnectionReporter {
  constructor(
    private readonly opener: ConnectionOpener,
    private readonly drivers: DriverProvider,
    private readonly schemas: SchemaCache,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /** @param signal ends the call from outside. A failed login is a report with `error`. */
  async report(
    login: Login,
    signal: AbortSignal,
    about: { readonly version: string; readonly fromDotenv: readonly string[] },
  ): Promise<ConnectionReport> {
    const report: ConnectionReport = { login: loginText(login), server: this.server(about) };
    const deadline = new CallDeadline(this.settings.callTimeoutMs, signal);
    try {
      await this.opener.use(login, deadline, true, async (connection, stoppable) => {
        await stoppable.run((timeoutMs) => connection.rollback({ timeoutMs }));
        report.roundTripMs = deadline.elapsedMs();
        report.engineVersion = connection.engineVersion;
        report.schemaCache = this.schemas.stats(login);
      });
    } catch (error) {
      if (error instanceof CallStoppedError) report.error = { layer: 'guard', message: `${error.because}.` };
      else if (error instanceof CallError) report.error = errorReport(error);
      else throw error;
    } finally {
      deadline.dispose();
      const info = this.drivers.info();
      if (info) report.driver = info;
    }
    // What went wrong is read first.
    const { login: who, error, ...rest } = report;
    return { login: who, ...(error && { error }), ...rest };
  }

  private server(about: { readonly version: string; readonly fromDotenv: readonly string[] }): ServerReport {
    const { settings } = this;
    return {
      version: about.version,
      writeMode: settings.writeMode,
      confirm: settings.confirm,
      ...(settings.credentialHelper !== undefined && { credentialHelper: 'set' }),
      ...(settings.askLogin === 'on' && { askLogin: 'on' }),
      databases: settings.databases,
      defaults: {
        host: settings.host,
        port: settings.port,
        user: 'dba',
        maxRows: settings.maxRows,
        timeoutMs: settings.callTimeoutMs,
      },
      limits: {
        maxRows: settings.maxRowsLimit,
        statements: settings.maxStatements,
        timeoutMs: settings.maxTimeoutMs,
        statementTimeoutMs: settings.queryTimeoutMs,
        connectTimeoutMs: settings.connectTimeoutMs,
        cellChars: settings.maxCellChars,
        responseChars: settings.maxResponseChars,
        schemaTtlMs: settings.schemaTtlMs,
      },
      settingsFromDotenv: about.fromDotenv,
    };
  }
}
