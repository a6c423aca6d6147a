import type { LexicalSettings } from '../../../sql/lexical-settings.js';
import type { Connection, RequestOptions, Statement } from '../../driver.js';
import { ConnectionLostError } from '../../driver-errors.js';
import { EMBEDDED_DIALECT } from '../embedded-dialect.js';
import { EMBEDDED_LEXICAL } from '../rules/lexical.js';
import type { EngineProcess, RequestContext } from './engine-process.js';
import type { Asks, Gives, Operation } from './messages.js';
import { ProcessStatement } from './process-statement.js';
import type { ProcessResultSet } from './process-result-set.js';

const DEFAULT_CLOSE_MS = 1000;

/** Longest rollback of a connection that is closed, in ms; nobody waits for it, and a process that takes longer is killed. */
const FREE_MS = 10_000;

/** What a connection needs to know beside its process. */
export interface ConnectionContext {
  /** Its number in the process. */
  readonly number: number;
  /**
   * Looks at the database's files now.
   * @returns whether they are still the same, asked later
   */
  lookAtFiles(): () => boolean;
  readonly notice?: string;
  /** Whether its transactions can only read. */
  readonly readOnly: boolean;
}

/** A connection of the engine in its own process. */
export class ProcessConnection implements Connection {
  readonly dialect = EMBEDDED_DIALECT;
  #statements = 0;
  #openResult: ProcessResultSet | undefined;
  #closing: Promise<void> | undefined;
  /** Whether the transaction has been ended and nothing was asked since: closing then undoes and stops nothing. */
  #isAtRest = false;

  constructor(
    private readonly engine: EngineProcess,
    private readonly context: ConnectionContext,
  ) {}

  get notice(): string | undefined {
    return this.context.notice;
  }

  get engineVersion(): string {
    return this.engine.engineVersion;
  }

  async lexicalSettings(): Promise<LexicalSettings> {
    return EMBEDDED_LEXICAL;
  }

  async prepare(sql: string, { timeoutMs }: RequestOptions): Promise<Statement> {
    this.setOpenResult(undefined);
    const statement = ++this.#statements;
    const compiled = await this.request('prepare', { ...this.#self, statement, sql, timeoutMs }, { sql });
    return new ProcessStatement(this, { ...this.#self, statement }, sql, compiled);
  }

  plan(sql: string, { timeoutMs }: RequestOptions): Promise<string> {
    this.setOpenResult(undefined);
    return this.request('plan', { ...this.#self, sql, timeoutMs }, { sql });
  }

  async commit({ timeoutMs }: RequestOptions): Promise<void> {
    this.setOpenResult(undefined);
    const isUnwritten = this.context.lookAtFiles();
    await this.request('commit', { ...this.#self, timeoutMs }, { isUnwritten });
    this.#isAtRest = true;
  }

  async rollback({ timeoutMs }: RequestOptions): Promise<void> {
    this.setOpenResult(undefined);
    const rolledBack = this.request('rollback', { ...this.#self, timeoutMs });
    // Nothing was changed, and a process that ends instead has rolled back as well.
    if (this.context.readOnly) rolledBack.catch(() => undefined);
    else await rolledBack;
    this.#isAtRest = true;
  }

  async cancel(): Promise<void> {
    this.#openResult?.cancel();
    this.engine.notify('cancel', this.#self);
    this.engine.stopsWithinGrace(this.context.number);
  }

  async close({ timeoutMs } = { timeoutMs: DEFAULT_CLOSE_MS }): Promise<void> {
    this.#closing ??= this.#free();
    if (this.#isAtRest) return;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
    await Promise.race([this.#closing, limit]);
    clearTimeout(timer);
  }

  destroy(): void {
    this.#closing ??= this.#free();
  }

  /** Asks the process, unless this connection is closed. */
  request<O extends Operation>(
    operation: O,
    asks: Asks<O> & RequestOptions,
    about: Pick<RequestContext, 'sql' | 'isUnwritten'> = {},
  ): Promise<Gives<O>> {
    if (this.#closing !== undefined) {
      return Promise.reject(new ConnectionLostError('The connection to the embedded engine is closed.'));
    }
    const { timeoutMs } = asks;
    this.#isAtRest = false;
    return this.engine.request(operation, asks, { connection: this.context.number, timeoutMs, ...about });
  }

  free(statement: number): void {
    if (this.#closing === undefined) this.engine.notify('free', { ...this.#self, statement });
  }

  /** The engine ends an open result as soon as its connection does anything else. */
  setOpenResult(resultSet: ProcessResultSet | undefined): void {
    this.#openResult?.supersede();
    this.#openResult = resultSet;
  }

  get #self(): { readonly connection: number } {
    return { connection: this.context.number };
  }

  /** What runs is stopped; a process where it does not stop is killed, which rolls back as well. */
  async #free(): Promise<void> {
    const { number: connection } = this.context;
    this.engine.stopsWithinGrace(connection);
    const asks = { connection, timeoutMs: FREE_MS };
    await this.engine.request('close', asks, asks).catch(() => undefined);
  }
}
