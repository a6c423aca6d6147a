import { isDeepStrictEqual } from 'node:util';
import { InputError } from '../../../errors/call-error.js';
import type { LexicalSettings } from '../../../sql/lexical-settings.js';
import type { Column, ExecuteOptions, Execution, Statement, StatementKind } from '../../driver.js';
import { BrokerError } from '../../driver-errors.js';
import type { Parameter } from '../../value.js';
import { BrokerResultSet } from './broker-result-set.js';
import { type BindValue, encodeBindParameters } from './codec/bind-parameter.js';
import type { WireContext } from './codec/column-type.js';
import { CasErrorCode } from './messages/error-reply.js';
import {
  decodeCloseStatement,
  decodePrepare,
  encodeCloseStatement,
  encodePrepare,
  PrepareFlag,
  type PrepareReply,
  type PrepareRequest,
} from './messages/prepare.js';
import { toColumn } from './messages/column-record.js';
import { canFetchInline, decodeExecute, encodeExecute } from './messages/execute.js';
import { FunctionCode } from './framing.js';
import { canDeliverRows, statementKind } from './messages/statement-kind.js';
import type { BrokerSession, SessionRequest } from './session.js';
import { brokerMarkers } from './lexical-probe.js';

/** The engine's own limit comes first and leaves the transaction alive; ours follows when it stays silent, in ms. */
const SERVER_LIMIT_GRACE_MS = 1_000;
/** Longest limit the engine takes, in ms. */
const LONGEST_LIMIT_MS = 2 ** 31 - 1;
const CLOSE_TIMEOUT_MS = 2_000;

/** Kinds whose count is a number of rows that were changed. */
const CHANGING_KINDS: ReadonlySet<StatementKind> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** What a statement needs to know of its connection. */
export interface StatementSurroundings {
  /** How the engine reads quotes and backslashes, as far as it was asked. */
  readonly settings: () => LexicalSettings;
  /** Makes sure that the session's charset is the database's, where one of the texts depends on it. */
  readonly knowCharsetFor: (texts: readonly string[]) => Promise<void>;
}

/** A statement compiled by PREPARE. It holds its table locks until the transaction ends (cas-protocol §4.3). */
export class BrokerStatement implements Statement {
  readonly kind: StatementKind;
  readonly parameterCount: number;
  readonly columns: readonly Column[];
  readonly #session: BrokerSession;
  #prepared: PrepareReply;
  readonly #surroundings: StatementSurroundings;
  readonly #sql: string;
  #closed = false;

  constructor(
    session: BrokerSession,
    sql: string,
    prepared: PrepareReply,
    surroundings: StatementSurroundings,
  ) {
    this.#session = session;
    this.#sql = sql;
    this.#prepared = prepared;
    this.#surroundings = surroundings;
    this.kind = statementKind(prepared.statementType);
    this.parameterCount = prepared.parameterCount;
    this.columns = prepared.columns.map(toColumn);
  }

  /**
   * @param params one for each marker the broker counted, or one for each marker the engine sees: the broker
   * also counts a `?` inside a quoted name (engine-behaviour §3.5), and such places get a NULL that is ignored
   * @throws InputError for another number of parameters, or a value that does not fit its type
   */
  async execute(params: readonly Parameter[], options: ExecuteOptions): Promise<Execution> {
    await this.#surroundings.knowCharsetFor(params.map(textOf));
    const binds = encodeBindParameters(this.#fill(params), this.#session.context.charset);
    try {
      return await this.#run(binds, options);
    } catch (error) {
      if (!(error instanceof BrokerError && error.code === CasErrorCode.STMT_POOLING)) throw error;
      await this.#prepareAgain(error, options);
      return this.#run(binds, options);
    }
  }

  async #run(binds: readonly BindValue[], { timeoutMs, skip }: ExecuteOptions): Promise<Execution> {
    const { handle, statementType, columns } = this.#prepared;
    // Rows that are skipped need not travel: the first FETCH starts behind them.
    const fetchInline = canFetchInline(statementType) && skip === 0;
    const reply = await this.#session.request(
      {
        step: 'execute',
        functionCode: FunctionCode.EXECUTE,
        args: encodeExecute({
          handle,
          fetchInline,
          autoCommit: false,
          timeoutMs: Math.min(Math.ceil(timeoutMs), LONGEST_LIMIT_MS),
          parameters: binds,
        }),
        decode: (body, context) => decodeExecute(body, { ...context, columns, statementType, fetchInline }),
        cancellable: true,
      },
      timeoutMs === 0 ? 0 : timeoutMs + SERVER_LIMIT_GRACE_MS,
    );
    if (canDeliverRows(statementType)) {
      const first = reply.fetched?.rows ?? [];
      const cursor = { handle, statementType, columns, count: reply.count, skip };
      return { resultSet: new BrokerResultSet(this.#session, cursor, first) };
    }
    return CHANGING_KINDS.has(this.kind) ? { affectedRows: reply.count } : {};
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    // Before the request: handle numbers are reused at once (cas-protocol, trap 11).
    this.#closed = true;
    await this.#session
      .request(
        {
          step: 'close statement',
          functionCode: FunctionCode.CLOSE_REQ_HANDLE,
          args: encodeCloseStatement(this.#prepared.handle, false),
          decode: decodeCloseStatement,
          cancellable: false,
        },
        CLOSE_TIMEOUT_MS,
      )
      .catch(() => undefined);
  }

  /**
   * The compiled plan became invalid and nothing ran: compile once more (cas-protocol §4.4.2, −10024). What the
   * caller has seen and checked must still hold, else the error stands.
   */
  async #prepareAgain(error: BrokerError, { timeoutMs }: ExecuteOptions): Promise<void> {
    const { handle, statementType, parameterCount } = this.#prepared;
    const request = {
      sql: this.#sql,
      autoCommit: false,
      flags: PrepareFlag.XASL_CACHE_PINNED,
      closeHandles: [handle],
    };
    this.#prepared = await this.#session.request(prepareRequest(request, this.#session.context), timeoutMs);
    const same =
      this.#prepared.statementType === statementType &&
      this.#prepared.parameterCount === parameterCount &&
      isDeepStrictEqual(this.#prepared.columns.map(toColumn), this.columns);
    if (same) return;
    throw new BrokerError(error.message, { code: CasErrorCode.STMT_POOLING, hint: 'Run the call again.' });
  }

  #fill(params: readonly Parameter[]): readonly Parameter[] {
    const { parameterCount } = this;
    if (params.length === parameterCount) return params;
    const markers =
      params.length < parameterCount ? brokerMarkers(this.#sql, this.#surroundings.settings()) : undefined;
    const fits =
      markers?.length === parameterCount && markers.filter(Boolean).length === params.length
        ? markers
        : undefined;
    if (fits === undefined) {
      throw new InputError(
        `The statement has ${parameterCount} bind markers, but ${params.length} parameters were given`,
        { hint: 'Give one value for each ? of the statement, in order.' },
      );
    }
    const rest = [...params];
    return fits.map((real) => (real ? (rest.shift() ?? null) : null));
  }
}

/** PREPARE, which compiles and locks but runs nothing. */
export function prepareRequest(request: PrepareRequest, context: WireContext): SessionRequest<PrepareReply> {
  return {
    step: 'prepare',
    functionCode: FunctionCode.PREPARE,
    args: encodePrepare(request, context),
    decode: decodePrepare,
    cancellable: true,
  };
}

/** What of a parameter may depend on the charset. */
function textOf(parameter: Parameter): string {
  const value = typeof parameter === 'object' && parameter !== null ? parameter.value : parameter;
  return typeof value === 'string' ? value : '';
}
