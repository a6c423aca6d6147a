import { Inject, Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { parseBrokerAddresses } from '../../address/broker-address.js';
import { pingBroker } from '../../driver/broker/health-check.js';
import { CallError } from '../../errors/call-error.js';
import { CORADB_SETTINGS } from '../../mcp/mcp.constants.js';
import { CHECKS_BROKER } from './health.constants.js';

/** Longest wait for the broker's answer, in ms: probes give up after a few seconds themselves. */
const PING_TIMEOUT_MS = 2_000;
/** An answer serves all probes for this long, in ms, so that probing costs the broker next to nothing. */
const FRESH_MS = 1_000;

/** Asks the broker whether it accepts connections, without logging in (cas-protocol §1.3). */
@Injectable()
export class BrokerHealth {
  constructor(
    private readonly health: HealthIndicatorService,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
    @Inject(CHECKS_BROKER) private readonly checksBroker: boolean,
  ) {}

  async check(): Promise<HealthIndicatorResult<'broker'>> {
    const session = this.health.check('broker');
    if (!this.checksBroker) return session.up('no CoraDB tools are offered');
    if (this.settings.driver === 'embedded') return session.up('the embedded database needs no broker');
    return session.attempt(({ signal }) => this.pingFirst(signal)).cacheFor(FRESH_MS);
  }

  /** The first broker of the list that answers is enough: calls go to it as well. */
  private async pingFirst(signal: AbortSignal): Promise<void> {
    const addresses = parseBrokerAddresses(this.settings.host, this.settings.port);
    for (const [index, address] of addresses.entries()) {
      try {
        return await pingBroker(address, { timeoutMs: PING_TIMEOUT_MS, signal });
      } catch (error) {
        if (index === addresses.length - 1) throw withoutPlace(error);
      }
    }
  }
}

/** Health replies are public: they say that the broker is away, not where it is. */
function withoutPlace(error: unknown): Error {
  return new Error(error instanceof CallError ? 'the broker does not answer' : 'the broker cannot be asked');
}
