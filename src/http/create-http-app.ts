import type { AbstractHttpAdapter } from '@nestjs/core';
import { NestFactory } from '@nestjs/core';
import type { INestApplication, LoggerService } from '@nestjs/common';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import type { ServerSettings } from '../config/load-settings.js';
import { connectCoradbMcp } from '../mcp/connect-coradb-mcp.js';
import { createHttpGate } from './create-http-gate.js';
import { HttpAppModule } from './http-app.module.js';
import { limitSockets } from './limit-sockets.js';

export interface HttpAppOptions {
  readonly logger: LoggerService | false;
  /** Express unless given. Another adapter must itself limit bodies to `CORADB_HTTP_MAX_BODY_BYTES`. */
  readonly adapter?: AbstractHttpAdapter;
}

/**
 * The standalone server, ready to listen.
 * @throws SettingsError when the tokens file cannot be used
 */
export async function createHttpApp(
  settings: ServerSettings,
  options: HttpAppOptions,
): Promise<INestApplication> {
  const gate = createHttpGate(settings.http);
  const adapter = options.adapter ?? new ExpressAdapter();
  const app = await NestFactory.create(await HttpAppModule.with(settings), adapter, {
    logger: options.logger,
    bodyParser: false,
    // Numbers that JSON.parse rounds are read again from the bytes.
    rawBody: true,
    // At shutdown a client that keeps its connection open must not hold the process.
    forceCloseConnections: true,
    abortOnError: false,
  });
  app.use(gate.handle);
  if (adapter.getType() === 'express') {
    const express = app as NestExpressApplication;
    express.disable('x-powered-by');
    express.useBodyParser('json', { limit: settings.http.maxBodyBytes });
  }
  await connectCoradbMcp(app);
  await app.init();
  limitSockets(app.getHttpServer(), settings.http.keepAliveMs, longestCallMs(settings));
  return app;
}

function longestCallMs({ coradb, offersCoradb, arango }: ServerSettings): number {
  return Math.max(offersCoradb ? coradb.maxTimeoutMs : 0, arango?.maxTimeoutMs ?? 0);
}
