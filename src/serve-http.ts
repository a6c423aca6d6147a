import type { AddressInfo } from 'node:net';
import type { ServerSettings } from './config/load-settings.js';
import { createHttpApp } from './http/create-http-app.js';
import { StderrLogger } from './stderr-logger.js';

/**
 * Serves clients over HTTP until the process gets SIGTERM or SIGINT. New calls are then refused, running ones get
 * `CORADB_HTTP_SHUTDOWN_GRACE_MS`, what is left is cancelled and rolled back, and the process ends with code 0.
 */
export async function serveHttp(settings: ServerSettings): Promise<void> {
  const { http } = settings;
  const logger = new StderrLogger({ logLevels: ['log', 'warn', 'error', 'fatal'], colors: false });
  const app = await createHttpApp(settings, { logger });
  let closing = false;
  const end = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    await app.close().catch((error: unknown) => logger.error(error));
    process.exit(0);
  };
  process.once('SIGTERM', () => void end());
  process.once('SIGINT', () => void end());
  await app.listen(http.port, http.host);
  const { address, port, family } = app.getHttpServer().address() as AddressInfo;
  logger.log(`Serving MCP at http://${family === 'IPv6' ? `[${address}]` : address}:${port}${http.path}`);
}
