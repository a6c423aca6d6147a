import type { HealthIndicatorResult } from '@nestjs/terminus';

/** Asks whether the server of one engine takes calls. */
export interface EngineHealth {
  check(): Promise<HealthIndicatorResult>;
}

/** Token of the `EngineHealth` of each engine that is used. */
export const ENGINE_HEALTH = Symbol('ENGINE_HEALTH');

/** An answer serves all probes for this long, in ms, so that probing costs the servers next to nothing. */
export const FRESH_MS = 1_000;
