import { Controller, Get, Inject } from '@nestjs/common';
import {
  HealthCheck,
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import { RunningCalls } from '../../mcp/running-calls.service.js';
import type { ToolAddition } from '../../mcp/tool-addition.js';
import { BrokerHealth } from './broker-health.js';
import { ADDITION_READY, FRESH_MS } from './health.constants.js';

/** For load balancers and Kubernetes probes; needs no authentication and tells nothing about the database. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly broker: BrokerHealth,
    private readonly calls: RunningCalls,
    @Inject(ADDITION_READY) private readonly additionReady: ToolAddition['ready'] | null,
  ) {}

  /** The process answers. */
  @Get('live')
  @HealthCheck()
  live(): Promise<HealthCheckResult> {
    return this.checks.check([]);
  }

  /** Calls may be sent here: the server is not shutting down and the broker answers. */
  @Get('ready')
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    const session = this.indicators.check('server');
    return this.checks.check([
      () => (this.calls.draining ? session.down('the server is shutting down') : session.up()),
      () => this.broker.check(),
      ...(this.additionReady ? [() => this.addition()] : []),
    ]);
  }

  private async addition(): Promise<HealthIndicatorResult<'arangodb'>> {
    const session = this.indicators.check('arangodb');
    return session
      .attempt(({ signal }) => this.additionReady?.(signal) ?? Promise.resolve())
      .cacheFor(FRESH_MS);
  }
}
