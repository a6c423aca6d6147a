import type { BrokerAddress } from '../broker/broker-address.js';
import { connectionLost } from '../broker/broker-failure.js';
import { DriverError, type ConnectionLostError } from '../driver-errors.js';
import { isObject, objectProperty, optionalMethod, type PackageConnection } from './package-api.js';
import { packageFailure } from './package-failure.js';

/**
 * The line to one connection object of a package. It adds what such an object lacks: a limit for each request, the
 * news that the connection is gone (node-cubrid would leave the request waiting for ever), and an end to its silent
 * reconnecting, which would go on in another transaction with auto-commit switched on.
 */
export class PackageLink {
  private lost?: ConnectionLostError;
  private readonly whenLost: Promise<never>;
  private reject: (error: ConnectionLostError) => void = () => undefined;

  /** @param connection not connected yet */
  constructor(
    private readonly connection: PackageConnection,
    readonly packageName: string,
    readonly address: BrokerAddress,
  ) {
    this.whenLost = new Promise<never>((_, reject) => (this.reject = reject));
    this.whenLost.catch(() => undefined);
  }

  /** Connects and logs in. @throws ConnectionLostError | EngineError | BrokerError | DriverError */
  async connect(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const stop = (): void => this.lose('connect', 'the call was cancelled');
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (signal.aborted) stop();
      await this.request('connect', timeoutMs, (connection) => connection.connect());
    } catch (error) {
      this.destroy();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
    this.watch();
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
    call: (connection: PackageConnection) => unknown,
  ): Promise<unknown> {
    if (this.lost !== undefined) throw this.lost;
    let timer: NodeJS.Timeout | undefined;
    if (timeoutMs > 0) {
      const message = `no answer within ${Math.round(timeoutMs)} ms`;
      timer = setTimeout(() => this.lose(step, message), timeoutMs);
    }
    try {
      const reply = call(this.connection);
      if (optionalThen(reply) === undefined) {
        throw new DriverError(
          `The driver package ${this.packageName} does not fit: ${step} gives no promise`,
        );
      }
      return await Promise.race([reply, this.whenLost]);
    } catch (error) {
      throw this.lost ?? packageFailure({ address: this.address, step }, this.packageName, error);
    } finally {
      clearTimeout(timer);
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
    this.lose('close', 'the connection was dropped');
  }

  private watch(): void {
    const socket = this.socket();
    const on = (socket && optionalMethod(socket, 'once')) ?? this.optional('once');
    const destroy = (socket && optionalMethod(socket, 'destroy')) ?? this.optional('destroy');
    if (on === undefined || destroy === undefined) {
      throw new DriverError(
        `The driver package ${this.packageName} does not fit: its connections cannot be dropped (no destroy(), no socket) or do not tell when they are closed (no events)`,
      );
    }
    on('close', () => this.lose('request', 'the connection was closed'));
    if (socket && Reflect.get(socket, 'destroyed') === true)
      this.lose('connect', 'the connection was closed');
  }

  private lose(step: string, reason: string): void {
    if (this.lost === undefined) {
      this.lost = connectionLost({ address: this.address, step }, reason);
      this.reject(this.lost);
    }
    const socket = this.socket();
    const destroy = (socket && optionalMethod(socket, 'destroy')) ?? this.optional('destroy');
    destroy?.();
  }

  /** node-cubrid 11 keeps its socket here and has no method to drop it. */
  private socket(): object | undefined {
    return objectProperty(this.connection, '_socket');
  }
}

function optionalThen(value: unknown): unknown {
  return isObject(value) ? optionalMethod(value, 'then') : undefined;
}
