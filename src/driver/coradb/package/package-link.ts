import { settingName } from '../../../errors/edge-names.js';
import type { BrokerAddress } from '../../../address/broker-address.js';
import { connectionLost } from '../wire/broker-failure.js';
import { DriverError, type ConnectionLostError } from '../../driver-errors.js';
import { isObject, objectProperty, optionalMethod, type ConnectionObject } from './package-api.js';
import { failureText, packageFailure } from './package-failure.js';
import { guardSockets } from './socket-guard.js';

/** What the package made of a reply, and the reply itself. */
export interface Answer {
  readonly reply: unknown;
  /** Body of the one frame that arrived; undefined when it could not be seen. */
  readonly body?: Buffer;
}

/** Body length and CAS info in front of every reply (cas-protocol §3.3). */
const HEADER_BYTES = 8;

/**
 * The line to one connection object of a package. It adds what such an object lacks: a limit for each request, the
 * news that the connection is gone (node-cubrid would leave the request waiting for ever), an end to its silent
 * reconnecting, which would go on in another transaction with auto-commit switched on, and a net under its listeners.
 */
export class PackageLink {
  private lost?: ConnectionLostError;
  private readonly whenLost: Promise<never>;
  private reject: (error: ConnectionLostError) => void = () => undefined;
  private readonly socket: () => object | undefined;
  /** Bytes of the reply that is awaited; undefined while nobody wants them. */
  private bytes?: Uint8Array[];
  /** The request at work, for messages. */
  private step = 'connect';

  /**
   * @param connection not connected yet
   * @param secret the password: no message of the package may show it
   */
  constructor(
    private readonly connection: ConnectionObject,
    readonly packageName: string,
    readonly address: BrokerAddress,
    private readonly secret: string,
  ) {
    this.whenLost = new Promise<never>((_, reject) => (this.reject = reject));
    this.whenLost.catch(() => undefined);
    this.socket = guardSockets(connection, {
      onThrow: (error) =>
        this.lose(`the driver package ${packageName} failed: ${failureText(error, secret)}`, FAILED_HINT),
      // Later, so that a reason the package gives (connection refused) comes first.
      onClose: () => setImmediate(() => this.lose('the connection was closed')),
      onData: (bytes) => this.bytes?.push(bytes),
    });
  }

  /** Connects and logs in. @throws ConnectionLostError | EngineError | BrokerError | DriverError */
  async connect(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const stop = (): void => this.lose('the call was cancelled');
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (signal.aborted) stop();
      await this.request('connect', timeoutMs, (connection) => connection.connect());
      this.watch();
    } catch (error) {
      this.destroy();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
    const stay = (): Promise<unknown> =>
      this.lost === undefined ? Promise.resolve(undefined) : this.whenLost;
    Object.defineProperty(this.connection, 'connect', { value: stay, configurable: true });
  }

  /**
   * Calls one method of the package.
   * @param timeoutMs 0 for no limit; a request over it leaves the connection unusable
   * @throws ConnectionLostError | EngineError | BrokerError | DriverError
   */
  async request(
    step: string,
    timeoutMs: number,
    call: (connection: ConnectionObject) => unknown,
  ): Promise<unknown> {
    if (this.lost !== undefined) throw this.lost;
    this.step = step;
    let timer: NodeJS.Timeout | undefined;
    if (timeoutMs > 0) {
      timer = setTimeout(() => this.lose(`no answer within ${Math.round(timeoutMs)} ms`), timeoutMs);
    }
    try {
      const reply = call(this.connection);
      if (!isThenable(reply)) {
        throw new DriverError(
          `The driver package ${this.packageName} does not fit: ${step} gives no promise`,
        );
      }
      return await Promise.race([reply, this.whenLost]);
    } catch (error) {
      throw (
        this.lost ?? packageFailure({ address: this.address, step }, this.packageName, error, this.secret)
      );
    } finally {
      clearTimeout(timer);
    }
  }

  /** Like `request`, for a reply whose bytes are wanted as well. */
  async ask(
    step: string,
    timeoutMs: number,
    call: (connection: ConnectionObject) => unknown,
  ): Promise<Answer> {
    this.bytes = [];
    try {
      const reply = await this.request(step, timeoutMs, call);
      const frame = Buffer.concat(this.bytes);
      const isOneFrame = frame.length >= HEADER_BYTES && frame.readInt32BE(0) === frame.length - HEADER_BYTES;
      return isOneFrame ? { reply, body: frame.subarray(HEADER_BYTES) } : { reply };
    } finally {
      delete this.bytes;
    }
  }

  /** Method of the connection that not every package has. */
  optional(name: string): ((...args: unknown[]) => unknown) | undefined {
    return optionalMethod(this.connection, name);
  }

  /** Something the package keeps for itself and that may be missing. */
  inside(name: string, key: PropertyKey): object | undefined {
    return objectProperty(objectProperty(this.connection, name), key);
  }

  /** Drops the socket; whatever waits fails. */
  destroy(): void {
    this.lose('the connection was dropped');
  }

  /** @throws DriverError for a connection that cannot be dropped or does not tell when it is closed */
  private watch(): void {
    if (this.socket() !== undefined && this.dropping() !== undefined) return;
    const once = this.optional('once');
    if (once === undefined || this.dropping() === undefined) {
      throw new DriverError(
        `The driver package ${this.packageName} does not fit: its connections cannot be dropped (no destroy(), no socket) or do not tell when they are closed (no events)`,
      );
    }
    once('close', () => this.lose('the connection was closed'));
  }

  private lose(reason: string, hint?: string): void {
    if (this.lost === undefined) {
      const place = { address: this.address, step: this.step };
      this.lost = connectionLost(place, reason, hint === undefined ? {} : { hint });
      this.reject(this.lost);
    }
    this.dropping()?.();
  }

  private dropping(): (() => unknown) | undefined {
    const socket = this.socket();
    return (socket && optionalMethod(socket, 'destroy')) ?? this.optional('destroy');
  }
}

const FAILED_HINT = `Set ${settingName('driver')}=broker to use the built-in client.`;

function isThenable(value: unknown): boolean {
  return isObject(value) && optionalMethod(value, 'then') !== undefined;
}
