import { settingName } from '../../../errors/edge-names.js';
import { CORADB_DIALECT } from '../coradb-dialect.js';
import { InputError } from '../../../errors/call-error.js';
import type { LexicalSettings } from '../../../sql/lexical-settings.js';
import { readTokens } from '../../../sql/statement-tokens.js';
import { splitStatements } from '../../../sql/statement-splitter.js';
import { COMMIT_UNKNOWN, COMMIT_UNKNOWN_HINT } from '../wire/broker-connection.js';
import { connectionLost } from '../wire/broker-failure.js';
import type { Connection, RequestOptions } from '../../driver.js';
import { ConnectionLostError, DriverError, EngineError } from '../../driver-errors.js';
import type { ConnectionTraits } from './connection-probe.js';
import type { PackageLink } from './package-link.js';
import { PackageStatement } from './package-statement.js';
import { kindOfText } from './text-kind.js';

const CLOSE_TIMEOUT_MS = 1_000;

/** A logged-in connection of a driver package, auto-commit off. */
export class PackageConnection implements Connection {
  readonly dialect = CORADB_DIALECT;
  private closing?: Promise<void>;

  constructor(
    private readonly link: PackageLink,
    readonly engineVersion: string,
    private readonly traits: ConnectionTraits,
  ) {}

  lexicalSettings(): Promise<LexicalSettings> {
    return Promise.resolve(this.traits.settings);
  }

  /**
   * Nothing is sent. The package would run every statement of the text (QUERY_ALL, cas-protocol §4.4), so a text that
   * is more than one to this server is refused, whatever the caller made of it.
   * @throws InputError
   */
  prepare(sql: string, _options: RequestOptions): Promise<PackageStatement> {
    const { settings } = this.traits;
    const split = splitStatements(sql, settings);
    if (split.kind === 'refused') return Promise.reject(split.error);
    if (split.statements.length !== 1) {
      return Promise.reject(
        new InputError(`The server would read ${split.statements.length} statements here, not one.`, {
          hint: 'Send the statements one per call.',
        }),
      );
    }
    const markers = readTokens(sql, settings).filter(({ kind }) => kind === 'bindMarker').length;
    const statement = new PackageStatement(this.link, sql, kindOfText(sql, settings), markers, this.traits);
    return Promise.resolve(statement);
  }

  /** @throws DriverError always: see `capabilities.planWithoutRunning` */
  plan(): Promise<string> {
    return Promise.reject(
      new DriverError(
        `The driver package ${this.link.packageName} cannot show a plan without running the statement`,
        { hint: `Set ${settingName('driver')}=broker to use the built-in client.` },
      ),
    );
  }

  async commit({ timeoutMs }: RequestOptions): Promise<void> {
    try {
      await this.link.request('commit', timeoutMs, (connection) => connection.commit());
    } catch (error) {
      if (error instanceof EngineError && COMMIT_UNKNOWN.has(error.code)) {
        const place = { address: this.link.address, step: 'commit' };
        throw connectionLost(place, error.message, { cause: error, hint: COMMIT_UNKNOWN_HINT });
      }
      // Not the server's answer, so nobody knows what became of the commit.
      if (error instanceof ConnectionLostError || error instanceof DriverError) {
        throw new ConnectionLostError(error.message, { cause: error, hint: COMMIT_UNKNOWN_HINT });
      }
      throw error;
    }
  }

  async rollback({ timeoutMs }: RequestOptions): Promise<void> {
    await this.link.request('rollback', timeoutMs, (connection) => connection.rollback());
  }

  /** With a package that has no `cancel()` nothing happens: see `capabilities.cancel`. */
  async cancel(): Promise<void> {
    await this.link.optional('cancel')?.();
  }

  close({ timeoutMs }: { readonly timeoutMs: number } = { timeoutMs: CLOSE_TIMEOUT_MS }): Promise<void> {
    this.closing ??= this.link
      .request('close', Math.max(1, timeoutMs), (connection) => connection.close())
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => this.link.destroy());
    return this.closing;
  }

  destroy(): void {
    this.link.destroy();
  }
}
