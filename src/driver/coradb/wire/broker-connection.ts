import { CORADB_DIALECT } from '../coradb-dialect.js';
import { DEFAULT_LEXICAL_SETTINGS, type LexicalSettings } from '../../../sql/lexical-settings.js';
import type { Connection, RequestOptions } from '../../driver.js';
import { ConnectionLostError, EngineError } from '../../driver-errors.js';
import { BrokerStatement, prepareRequest } from './broker-statement.js';
import { connectionLost } from './broker-failure.js';
import { isAscii } from './codec/charset.js';
import type { WireContext } from './codec/column-type.js';
import { askLexicalSettings } from './lexical-probe.js';
import { decodeEndTran, encodeEndTran, type TransactionEnd } from './messages/connection.js';
import { FunctionCode } from './framing.js';
import { decodePlan, encodePlanOfText } from './messages/prepare.js';
import type { BrokerSession, SessionRequest } from './session.js';

const CLOSE_TIMEOUT_MS = 1_000;

/** Limit of the probe for lexical settings, in ms; the port gives it none of its own. */
const PROBE_TIMEOUT_MS = 10_000;

/**
 * The server or its link died under END_TRAN: nobody can tell whether the commit still took effect
 * (cas-protocol §12.2).
 */
export const COMMIT_UNKNOWN: ReadonlySet<number | string | undefined> = new Set([
  -111, -195, -199, -224, -671, -677,
]);

/** A logged-in connection to a broker. Auto-commit is 0 in every request, so nothing lasts without `commit`. */
export class BrokerConnection implements Connection {
  readonly dialect = CORADB_DIALECT;
  readonly #session: BrokerSession;
  #settings: Promise<LexicalSettings> | undefined;
  #knownSettings: LexicalSettings = DEFAULT_LEXICAL_SETTINGS;
  /** Statements that the next PREPARE frees on the server, which saves a round trip. */
  #spentHandles: readonly number[] = [];
  #closing: Promise<void> | undefined;

  constructor(
    session: BrokerSession,
    readonly engineVersion: string,
  ) {
    this.#session = session;
  }

  lexicalSettings(): Promise<LexicalSettings> {
    this.#settings ??= askLexicalSettings(this.#session, PROBE_TIMEOUT_MS).then(({ settings, handle }) => {
      this.#knownSettings = settings;
      this.#spentHandles = [handle];
      return settings;
    });
    return this.#settings;
  }

  async prepare(sql: string, { timeoutMs }: RequestOptions): Promise<BrokerStatement> {
    await this.#knowCharsetFor([sql]);
    const closeHandles = this.#spentHandles;
    this.#spentHandles = [];
    const request = prepareRequest({ sql, autoCommit: false, closeHandles }, this.#session.context);
    const reply = await this.#read(request, timeoutMs, ({ columns }) =>
      columns.flatMap(({ name, tableName }) => [name, tableName]),
    );
    return new BrokerStatement(this.#session, sql, reply, {
      settings: () => this.#knownSettings,
      knowCharsetFor: (texts) => this.#knowCharsetFor(texts),
    });
  }

  async plan(sql: string, { timeoutMs }: RequestOptions): Promise<string> {
    await this.#knowCharsetFor([sql]);
    const request = {
      step: 'plan',
      functionCode: FunctionCode.GET_QUERY_INFO,
      args: encodePlanOfText(sql, this.#session.context),
      decode: decodePlan,
      cancellable: true,
    };
    return this.#read(request, timeoutMs, (plan) => [plan]);
  }

  async commit({ timeoutMs }: RequestOptions): Promise<void> {
    try {
      await endTransaction(this.#session, 'commit', timeoutMs);
    } catch (error) {
      if (error instanceof EngineError && COMMIT_UNKNOWN.has(error.code)) {
        const place = { address: this.#session.address, step: 'commit' };
        throw connectionLost(place, error.message, {
          code: error.code,
          cause: error,
          hint: COMMIT_UNKNOWN_HINT,
        });
      }
      if (error instanceof ConnectionLostError) {
        throw new ConnectionLostError(error.message, { cause: error, hint: COMMIT_UNKNOWN_HINT });
      }
      throw error;
    }
  }

  rollback({ timeoutMs }: RequestOptions): Promise<void> {
    return endTransaction(this.#session, 'rollback', timeoutMs);
  }

  cancel(): Promise<void> {
    return this.#session.cancel();
  }

  close({ timeoutMs }: { readonly timeoutMs: number } = { timeoutMs: CLOSE_TIMEOUT_MS }): Promise<void> {
    this.#closing ??= this.#session.close(Math.max(1, timeoutMs));
    return this.#closing;
  }

  destroy(): void {
    this.#session.destroy();
  }

  /**
   * Asks for the charset of the database before text leaves that is not the same in all of them: a server stores
   * bytes of another charset without a word (cas-protocol §4.5).
   */
  async #knowCharsetFor(texts: readonly string[]): Promise<void> {
    if (this.#settings === undefined && texts.every(isAscii)) return;
    await this.lexicalSettings();
  }

  /** Sends a request, and reads its reply again when its texts turn out to need a charset not asked for so far. */
  async #read<T>(
    request: SessionRequest<T>,
    timeoutMs: number,
    textsOf: (reply: T) => readonly string[],
  ): Promise<T> {
    let body: Buffer | undefined;
    const decode = (bytes: Buffer, context: WireContext): T => request.decode((body = bytes), context);
    const reply = await this.#session.request({ ...request, decode }, timeoutMs);
    if (body === undefined || this.#settings !== undefined || textsOf(reply).every(isAscii)) return reply;
    await this.lexicalSettings();
    return request.decode(body, this.#session.context);
  }
}

export const COMMIT_UNKNOWN_HINT =
  'The commit may or may not have taken effect: look at the data before trying again.';

/** END_TRAN. It is never cancelled: an interrupted commit would leave its outcome open. */
export function endTransaction(
  session: BrokerSession,
  end: TransactionEnd,
  timeoutMs: number,
  step: string = end,
): Promise<void> {
  return session.request(
    {
      step,
      functionCode: FunctionCode.END_TRAN,
      args: encodeEndTran(end),
      decode: decodeEndTran,
      cancellable: false,
    },
    timeoutMs,
  );
}
