import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../../config/coradb-settings.js';
import type { Dialect } from '../../driver/dialect.js';
import type { Connection, Driver, Login } from '../../driver/driver.js';
import { DriverProvider } from '../../driver/driver-provider.js';
import type { CallDeadline } from '../../limits/call-deadline.js';
import type {} from '../../limits/call-stopped-error.js';
import { CallSlots } from '../../limits/call-slots.js';
import { DriverLimits } from '../policy/driver-limits.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import { CANCEL_GRACE_MS, StoppableConnection } from './stoppable-connection.js';

/** How long a goodbye to the broker may take, in ms. */
const CLOSE_TIMEOUT_MS = 2_000;

/** The same after the call was stopped, in ms. */
const STOPPED_CLOSE_TIMEOUT_MS = 500;

/** Opens the one connection of a call and closes it whatever happens. */
@Injectable()
export class ConnectionOpener {
  constructor(
    private readonly drivers: DriverProvider,
    private readonly slots: CallSlots,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /**
   * Waits for its turn, logs in, does the work and closes. The work must end the transaction itself; what it leaves open the server
   * rolls back when the connection closes.
   *
   * @param readOnly the call never writes
   * @throws CallStoppedError, GuardError when the server is busy, BrokerError, EngineError, DriverError
   */
  async use<T>(
    login: Login,
    deadline: CallDeadline,
    readOnly: boolean,
    work: (connection: Connection, stoppable: StoppableConnection) => Promise<T>,
  ): Promise<T> {
    return this.slots.use(deadline, async () => {
      if (deadline.stopped) throw deadline.stopped;
      const driver = await this.drivers.current();
      const connection = await this.connect(driver, login, deadline, readOnly);
      const limits = new DriverLimits(driver.capabilities);
      const stoppable = new StoppableConnection(connection, deadline, this.settings.queryTimeoutMs, limits);
      try {
        return await work(connection, stoppable);
      } finally {
        const timeoutMs = deadline.stopped ? STOPPED_CLOSE_TIMEOUT_MS : CLOSE_TIMEOUT_MS;
        if (!stoppable.isDropped) await connection.close({ timeoutMs });
      }
    });
  }

  /** What is known about the engine before a server is asked. @throws DriverError when there is no driver */
  async dialect(): Promise<Dialect> {
    return (await this.drivers.current()).dialect;
  }

  private async connect(
    driver: Driver,
    login: Login,
    deadline: CallDeadline,
    readOnly: boolean,
  ): Promise<Connection> {
    const limit = this.settings.connectTimeoutMs;
    const remaining = deadline.remainingMs();
    try {
      return await driver.connect(login, {
        // A little beyond the call's own limit, so that this one speaks first.
        timeoutMs: remaining === undefined ? limit : Math.min(limit, remaining + CANCEL_GRACE_MS),
        signal: deadline.signal,
        // The server's time limit does not cover waiting for locks of DDL (engine-behaviour, "The surprises" 12).
        lockTimeoutMs: remaining ?? this.settings.queryTimeoutMs,
        readOnly,
      });
    } catch (error) {
      throw deadline.stopped ?? error;
    }
  }
}
