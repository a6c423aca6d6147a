import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../config/coradb-settings.js';
import type { Login } from '../driver/driver.js';
import type { Parameter } from '../driver/value.js';
import type { SchemaDetail, SchemaModel } from '../driver/model/schema-model.js';
import { DriverProvider } from '../driver/driver-provider.js';
import { SCHEMA_DETAILS } from '../driver/model/schema-model.js';
import { CallError, InputError } from '../errors/call-error.js';
import { named, type Deed, type EdgeNames } from '../errors/edge-names.js';
import {
  choiceOf,
  executeCall,
  explainCall,
  flagOf,
  loginOf,
  selectCall,
  textOf,
  type CallWish,
} from './call-request.js';
import { CallRunner } from './run/call-runner.service.js';
import type { Call, PlanFormat, Requested } from './call.js';
import { CORADB_SETTINGS } from '../config/settings.tokens.js';
import type { CallDocument } from './reply/reply-document.js';
import { SchemaCalls } from './schema-calls.service.js';

/** Where a call works and as whom; what is left out comes from the settings, user `dba` with an empty password. */
export interface CoradbLogin extends Partial<Omit<Login, 'database'>> {
  readonly database: string;
}

/** What every call may be given. */
export interface CallOptions extends CoradbLogin {
  /** Ends the call: it is stopped on the server and rolled back. */
  readonly signal?: AbortSignal;
}

/** Options of a call that is given SQL. */
export interface StatementOptions extends CallOptions {
  /** One or more statements separated by `;`. */
  readonly sql: string;
  /**
   * Limit of the whole call in ms, at most `maxTimeoutMs` of the settings; 0 for as long as they allow. Default:
   * `callTimeoutMs`.
   */
  readonly timeoutMs?: number;
}

/** Options of `select`. */
export interface SelectOptions extends StatementOptions {
  /** Values for `?`; only with a single statement. */
  readonly params?: readonly Parameter[];
  /** First row of each result to return, from 1. */
  readonly startRow?: number;
  /** Rows returned per result, at most `maxRowsLimit` of the settings. Default: `maxRows`. */
  readonly maxRows?: number;
}

/** Options of `execute`. */
export interface ExecuteOptions extends SelectOptions {
  /** Run everything, then roll it back. */
  readonly dryRun?: boolean;
}

/** Options of `explain`. */
export interface ExplainOptions extends StatementOptions {
  /** Default: `text`. */
  readonly format?: PlanFormat;
}

/** Options of `readSchema`. */
export interface SchemaOptions extends CallOptions {
  /** One table, view, vertex or edge table; all when not given. */
  readonly object?: string;
  /** Pattern over names and comments. */
  readonly search?: string;
  /** Default: `full`. */
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
 * const count = document.statements[0]?.rows?.[0]?.[0];
 */
@Injectable()
export class CoradbService {
  /** @internal Injected, never made by a host. */
  constructor(
    private readonly runner: CallRunner,
    private readonly schemas: SchemaCalls,
    private readonly drivers: DriverProvider,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /**
   * Runs SELECTs; never saves anything. A call that fails gives a document with `error`.
   * @throws InputError for an option that is wrong, GuardError for a database or host that the settings do not allow
   */
  select(options: SelectOptions): Promise<CallDocument> {
    return this.run(options, selectCall);
  }

  /**
   * Runs any statements in one transaction: committed when all succeed and the settings and `dryRun` allow it.
   * `transaction` of the document says what happened.
   * @throws InputError for an option that is wrong, GuardError for a database or host that the settings do not allow
   */
  execute(options: ExecuteOptions): Promise<CallDocument> {
    return this.run(options, executeCall);
  }

  /** The plans of SELECTs, without running them. @throws GuardError, InputError as `select` */
  explain(options: ExplainOptions): Promise<CallDocument> {
    return this.run(options, explainCall);
  }

  /** The schema as the user sees it, from the catalog or from a kept copy. @throws CallError */
  async readSchema(options: SchemaOptions): Promise<SchemaModel> {
    return this.named(async () => {
      const wish = wishOf(options);
      const object = textOf('object', wish.object, 600);
      const search = textOf('search', wish.search, 200);
      const request = {
        detail: choiceOf('detail', wish.detail, SCHEMA_DETAILS) ?? 'full',
        ...(object !== undefined && { object }),
        ...(search !== undefined && { search }),
      };
      const { model } = await this.schemas.read(this.login(options), request, {
        signal: signalOf(wish.signal),
        refresh: flagOf('refresh', wish.refresh, false),
      });
      return model;
    });
  }

  private async run<O extends CallOptions>(
    options: O,
    callOf: (login: Login, wish: CallWish, limits: CoradbSettings) => Requested<Call>,
  ): Promise<CallDocument> {
    return this.named(async () => {
      const wish = wishOf(options);
      const signal = signalOf(wish.signal);
      return this.runner.run({ ...callOf(this.login(options), wish, this.settings), signal });
    });
  }

  /** Its documents and errors name what the caller has: these methods, and the properties of the settings. */
  private async named<Value>(work: () => Promise<Value>): Promise<Value> {
    const { writeMode } = this.settings;
    const names: EdgeNames = {
      setting: (property) => property,
      deed: (deed) => (deed === 'execute' && writeMode === 'off' ? undefined : METHODS[deed]),
      saves: writeMode === 'write',
    };
    try {
      return named(await work(), names);
    } catch (error) {
      if (error instanceof CallError) error.putNames(names);
      throw error;
    }
  }

  private login(options: CoradbLogin): Login {
    return loginOf(options, this.settings, this.drivers.ownPlace);
  }
}

const METHODS: Readonly<Record<Deed, string>> = {
  select: 'select()',
  execute: 'execute()',
  explain: 'explain()',
  describe: 'readSchema()',
};

/** Options as they came: a program without types may send anything. @throws InputError when there are none */
function wishOf(options: object | undefined): CallWish {
  if (typeof options === 'object' && options !== null) return options as CallWish;
  throw new InputError('The options of the call are missing.', { hint: 'Give at least database and sql.' });
}

function signalOf(signal: unknown): AbortSignal {
  if (signal === undefined) return never();
  if (signal instanceof AbortSignal) return signal;
  throw new InputError('"signal" must be an AbortSignal.');
}

/** A signal that is not aborted. */
function never(): AbortSignal {
  return new AbortController().signal;
}
