import { Controller, Get, Inject } from '@nestjs/common';
import {
  HealthCheck,
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
} from '@nestjs/terminus';
import { RunningCalls } from '../../mcp/running-calls.service.js';
import { ENGINE_HEALTH, type EngineHealth } from './health.constants.js';

/** For load balancers and Kubernetes probes; needs no authentication and tells nothing about the database. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly calls: RunningCalls,
    @Inject(ENGINE_HEALTH) private readonly engines: readonly EngineHealth[],
  ) {}

  /** The process answers. */
  @Get('live')
  @HealthCheck()
  live(): Promise<HealthCheckResult> {
    return this.checks.check([]);
  }

  /** Calls may be sent here: the server is not shutting down and what it works on answers. */
  @Get('ready')
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    const session = this.indicators.check('server');
    return this.checks.check([
      () => (this.calls.draining ? session.down('the server is shutting down') : session.up()),
      ...this.engines.map((engine) => () => engine.check()),
    ]);
  }
}
