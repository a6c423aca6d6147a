import type { AddressInfo } from 'node:net';
import type { INestApplication, LoggerService } from '@nestjs/common';
import type { ServerSettings } from './config/load-settings.js';
import { exposureWarnings } from './config/http-settings-rules.js';
import { isLoopback } from './config/loopback.js';
import { createHttpApp } from './http/create-http-app.js';
import { CallEvents } from './mcp/calls/call-events.service.js';
import { McpOffers } from './mcp/strategy/mcp-offers.js';
import { CallMetrics } from './observability/call-metrics.js';
import { serveMetrics } from './observability/metrics-server.js';
import { observeCalls } from './observability/observe-calls.js';
import { stderrLogger } from './stderr-logger.js';

/**
 * Serves clients over HTTP until the process gets SIGTERM, SIGINT or SIGHUP. New calls are then refused, running ones get
 * `CORADB_HTTP_SHUTDOWN_GRACE_MS`, what is left is cancelled and rolled back, and the process ends with code 0.
 */
export async function serveHttp(settings: ServerSettings): Promise<void> {
  const { http } = settings;
  const logger = stderrLogger(settings.log, 'info');
  const exposed = exposureWarnings(http, settings.coradb);
  for (const warning of [...settings.warnings, ...exposed]) logger.warn(warning);
  const app = await createHttpApp(settings, { logger });
  observeCalls(app, settings.log, logger, 'stderr');
  const metrics = await startMetrics(app, settings, logger);
  let closing = false;
  const end = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    await app.close().catch((error: unknown) => logger.error(error));
    await metrics?.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void end());
  if (!isLoopback(http.host) && http.allowedHosts === undefined) {
    logger.warn(
      `Only requests for localhost and ${http.host} are answered: name this server in CORADB_HTTP_ALLOWED_HOSTS.`,
    );
  }
  await app.listen(http.port, http.host);
  const { address, port, family } = app.getHttpServer().address() as AddressInfo;
  logger.log(`Serving MCP at http://${family === 'IPv6' ? `[${address}]` : address}:${port}${http.path}`);
}

async function startMetrics(
  app: INestApplication,
  { http }: ServerSettings,
  logger: LoggerService,
): Promise<{ close(): Promise<void> } | undefined> {
  if (http.metricsPort === undefined) return undefined;
  const metrics = new CallMetrics(app.get(McpOffers, { strict: false }).all);
  app.get(CallEvents, { strict: false }).subscribe(metrics.listener);
  const server = await serveMetrics(metrics.registry, http.metricsHost, http.metricsPort);
  logger.log(`Serving metrics at http://${http.metricsHost}:${server.address.port}/metrics`);
  return server;
}
