import { Console } from 'node:console';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { AppModule } from './app.module.js';
import type { ServerSettings } from './config/load-settings.js';
import { MCP_SERVER_STRATEGY } from './mcp/mcp.constants.js';
import { RunningCalls } from './mcp/running-calls.service.js';
import type { McpServerStrategy } from './mcp/strategy/mcp-server.strategy.js';
import { observeCalls } from './observability/observe-calls.js';
import { stderrLogger } from './stderr-logger.js';
import { StdioConnection } from './stdio/stdio-connection.js';

/** How long replies of calls that were told to stop are waited for, in ms. */
const LAST_REPLIES_MS = 1_000;

/** For a person who started it to see what it does. */
const WAITING =
  'Waiting for an MCP client to write to stdin (see "Client configuration" in README.md); Ctrl+C ends. Try --check or --help.\n';

/**
 * Serves one client over stdin and stdout until it closes stdin or the process gets SIGTERM, SIGINT or SIGHUP. What was
 * asked is answered within `CORADB_HTTP_SHUTDOWN_GRACE_MS`, what still runs then is cancelled and rolled back and its
 * client told, and the process ends with code 0.
 */
export async function serveStdio(settings: ServerSettings): Promise<void> {
  // A stray console.log of a dependency must not reach stdout, which carries the protocol.
  globalThis.console = new Console(process.stderr, process.stderr);
  const logger = stderrLogger(settings.log, 'warn');
  for (const warning of settings.warnings) logger.warn(warning);
  const connection = new StdioConnection();
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(
    await AppModule.with(settings, () => [connection]),
    {
      logger,
      inject: [MCP_SERVER_STRATEGY],
      useFactory: (strategy: McpServerStrategy) => ({ strategy }),
    } as unknown as MicroserviceOptions,
  );
  observeCalls(app, settings.log, logger, 'off');
  const calls = app.get(RunningCalls);
  let closing = false;
  const end = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    await calls.drain();
    await app.close().catch((error: unknown) => logger.error(error));
    process.exit(0);
  };
  let inputEnded = false;
  const endOfInput = async (): Promise<void> => {
    inputEnded = true;
    const { wire } = connection;
    if (!(await wire.answered(settings.http.shutdownGraceMs)) && !closing) {
      logger.warn(`stdin ended: ${wire.openRequests} requests that still ran are cancelled.`);
      calls.stopAll();
      await calls.drain();
      // A reply to each of them is still to be written.
      await wire.answered(LAST_REPLIES_MS);
    }
    await end();
  };
  void connection.wire.inputEnded.then(endOfInput);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      // A client that closed stdin already waits for the process, not for replies.
      if (inputEnded) calls.stopAll();
      void end();
    });
  }
  await app.listen();
  if (process.stdin.isTTY) process.stderr.write(WAITING);
}
