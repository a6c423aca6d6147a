import { Console } from 'node:console';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { StdioTransport } from '@rekog/mcp-nest';
import { AppModule } from './app.module.js';
import type { ServerSettings } from './config/load-settings.js';
import { loadAddition } from './load-addition.js';
import { CORADB_STRATEGY } from './mcp/mcp.constants.js';
import { RunningCalls } from './mcp/running-calls.service.js';
import type { CoradbMcpStrategy } from './mcp/strategy/coradb-mcp.strategy.js';
import { observeCalls } from './observability/observe-calls.js';
import { stderrLogger } from './stderr-logger.js';

/**
 * Serves one client over stdin and stdout until it closes stdin or the process gets SIGTERM or SIGINT.
 * Running calls are then stopped and rolled back, and the process ends with code 0.
 */
export async function serveStdio(settings: ServerSettings): Promise<void> {
  // A stray console.log of a dependency must not reach stdout, which carries the protocol.
  globalThis.console = new Console(process.stderr, process.stderr);
  const logger = stderrLogger(settings.log, 'warn');
  for (const warning of settings.warnings) logger.warn(warning);
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(
    AppModule.with(settings, () => [new StdioTransport()], await loadAddition(settings)),
    {
      logger,
      inject: [CORADB_STRATEGY],
      useFactory: (strategy: CoradbMcpStrategy) => ({ strategy }),
    } as unknown as MicroserviceOptions,
  );
  observeCalls(app, settings.log, logger, 'off');
  let closing = false;
  const end = async (clientGone: boolean): Promise<void> => {
    if (closing) return;
    closing = true;
    const calls = app.get(RunningCalls);
    if (clientGone) calls.stopAll();
    await calls.drain();
    await app.close().catch((error: unknown) => logger.error(error));
    process.exit(0);
  };
  process.stdin.once('end', () => void end(true));
  process.stdin.once('close', () => void end(true));
  process.once('SIGTERM', () => void end(false));
  process.once('SIGINT', () => void end(false));
  await app.listen();
}
