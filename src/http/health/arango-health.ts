import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { ArangoConnector } from '../../arangodb/client/arango-connector.service.js';
import { FRESH_MS, type EngineHealth } from './health.constants.js';

/** Asks ArangoDB whether it takes requests, without logging in. */
@Injectable()
export class ArangoHealth implements EngineHealth {
  constructor(
    private readonly health: HealthIndicatorService,
    private readonly connector: ArangoConnector,
  ) {}

  async check(): Promise<HealthIndicatorResult<'arangodb'>> {
    const session = this.health.check('arangodb');
    return session.attempt(({ signal }) => this.connector.ping(signal)).cacheFor(FRESH_MS);
  }
}
