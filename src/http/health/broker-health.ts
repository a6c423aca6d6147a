import { Inject, Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { parseBrokerAddresses } from '../../address/broker-address.js';
import { DriverProvider } from '../../driver/driver-provider.js';
import type { Driver } from '../../driver/driver.js';
import { BrokerError, ConnectionLostError } from '../../driver/driver-errors.js';
import { CallError } from '../../errors/call-error.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import { FRESH_MS, type EngineHealth } from './health.constants.js';

/** Longest wait for the broker's answer, in ms: probes give up after a few seconds themselves. */
const PING_TIMEOUT_MS = 2_000;

/** Asks the broker whether it accepts connections, without logging in (cas-protocol §1.3). */
@Injectable()
export class BrokerHealth implements EngineHealth {
  constructor(
    private readonly health: HealthIndicatorService,
    private readonly drivers: DriverProvider,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  async check(): Promise<HealthIndicatorResult<'broker'>> {
    const session = this.health.check('broker');
    const driver = await this.drivers.current().catch(() => undefined);
    if (driver === undefined) return session.down('the driver cannot be loaded');
    if (!driver.ping) return session.up('the embedded database needs no broker');
    const ping = driver.ping.bind(driver);
    return session.attempt(({ signal }) => this.ask(ping, signal)).cacheFor(FRESH_MS);
  }

  /** One broker of the list that answers is enough: calls go to it as well. */
  private async ask(ping: NonNullable<Driver['ping']>, signal: AbortSignal): Promise<void> {
    const addresses = parseBrokerAddresses(this.settings.host, this.settings.port);
    try {
      await ping(addresses, { timeoutMs: PING_TIMEOUT_MS, signal });
    } catch (error) {
      throw withoutPlace(error);
    }
  }
}

/** Health replies are public: they say that the broker is away, not where it is. */
function withoutPlace(error: unknown): Error {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const refused = (each: unknown): boolean =>
    each instanceof BrokerError && !(each instanceof ConnectionLostError);
  if (errors.some(refused)) return new Error('the broker refuses connections');
  const lost = errors.every((each) => each instanceof CallError);
  return new Error(lost ? 'the broker does not answer' : 'the broker cannot be asked');
}
