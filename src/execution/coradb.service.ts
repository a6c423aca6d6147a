import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../config/coradb-settings.js';
import type { Login } from '../driver/driver.js';
import type { Parameter } from '../driver/value.js';
import type { SchemaDetail, SchemaModel } from '../driver/model/schema-model.js';
import { CallRunner } from './run/call-runner.service.js';
import type { CallPurpose, PlanFormat } from './call.js';
import { assertDatabaseAllowed } from './policy/database-policy.js';
import { EXECUTION_SETTINGS } from './execution.constants.js';
import { assertHostAllowed } from './policy/host-policy.js';
import type { CallDocument } from './reply/reply-document.js';
import { SchemaCalls } from './schema-calls.service.js';

/** Where a call works and as whom; what is left out comes from the settings, user `dba` with an empty password. */
export interface CoradbLogin extends Partial<Omit<Login, 'database'>> {
  readonly database: string;
}

interface CallOptions extends CoradbLogin {
  /** Ends the call: it is stopped on the server and rolled back. */
  readonly signal?: AbortSignal;
}

export interface StatementOptions extends CallOptions {
  /** One or more statements separated by `;`. */
  readonly sql: string;
  /** Limit of the whole call in ms; 0 for none. Default: `callTimeoutMs` of the settings. */
  readonly timeoutMs?: number;
}

export interface SelectOptions extends StatementOptions {
  /** Values for `?`; only with a single statement. */
  readonly params?: readonly Parameter[];
  /** First row of each result to return, from 1. */
  readonly startRow?: number;
  /** Rows returned per result at most. Default: `maxRows` of the settings. */
  readonly maxRows?: number;
}

export interface ExecuteOptions extends SelectOptions {
  /** Run everything, then roll it back. */
  readonly dryRun?: boolean;
}

export interface ExplainOptions extends StatementOptions {
  readonly format?: PlanFormat;
}

export interface SchemaOptions extends CallOptions {
  /** One table, view, vertex or edge table; all when not given. */
  readonly object?: string;
  readonly search?: string;
  readonly detail?: SchemaDetail;
  /** Read the catalog although a copy is kept. */
  readonly refresh?: boolean;
}

/**
 * CoraDB for the code of an application that embeds the module: the same calls as the tools make, with the same
 * settings, checks and limits, one connection and one transaction each.
 *
 * @example
 * const document = await coradb.select({ database: 'shop', user: 'reports', password, sql: 'SELECT COUNT(*) FROM orders' });
 * if (document.error) throw new Error(document.error.message);
 * const [[count]] = document.statements[0].rows;
 */
@Injectable()
export class CoradbService {
  constructor(
    private readonly runner: CallRunner,
    private readonly schemas: SchemaCalls,
    @Inject(EXECUTION_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /**
   * Runs SELECTs; never saves anything. A call that fails gives a document with `error`.
   * @throws GuardError, InputError for a database or host that the settings do not allow
   */
  select(options: SelectOptions): Promise<CallDocument> {
    return this.run('select', options);
  }

  /**
   * Runs any statements in one transaction: committed when all succeed and the settings and `dryRun` allow it.
   * `transaction` of the document says what happened.
   * @throws GuardError, InputError for a database or host that the settings do not allow
   */
  execute(options: ExecuteOptions): Promise<CallDocument> {
    return this.run('execute', options);
  }

  /** The plans of SELECTs, without running them. @throws GuardError, InputError as `select` */
  explain(options: ExplainOptions): Promise<CallDocument> {
    return this.run('explain', options);
  }

  /** The schema as the user sees it, from the catalog or from a kept copy. @throws CallError */
  async readSchema(options: SchemaOptions): Promise<SchemaModel> {
    const { object, search, detail = 'full', refresh = false, signal = never() } = options;
    const request = {
      detail,
      ...(object !== undefined && { object }),
      ...(search !== undefined && { search }),
    };
    const { model } = await this.schemas.read(this.login(options), request, { signal, refresh });
    return model;
  }

  private async run(purpose: CallPurpose, options: ExecuteOptions & ExplainOptions): Promise<CallDocument> {
    return this.runner.run({
      purpose,
      login: this.login(options),
      sql: options.sql,
      ...(options.params && options.params.length > 0 && { parameters: options.params }),
      ...(options.format && { planFormat: options.format }),
      dryRun: options.dryRun ?? purpose !== 'execute',
      startRow: options.startRow ?? 1,
      maxRows: options.maxRows ?? this.settings.maxRows,
      timeoutMs: options.timeoutMs ?? this.settings.callTimeoutMs,
      signal: options.signal ?? never(),
    });
  }

  private login({ database, host, port, user = 'dba', password = '' }: CoradbLogin): Login {
    const { settings } = this;
    assertDatabaseAllowed(database, settings.databases);
    const place = { host: host ?? settings.host, port: port ?? settings.port };
    assertHostAllowed(place, settings.allowedHosts);
    return { database, ...place, user, password };
  }
}

/** A signal that is not aborted. */
function never(): AbortSignal {
  return new AbortController().signal;
}
