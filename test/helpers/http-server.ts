import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { loadSettings } from '../../src/config/load-settings.js';
import { createHttpApp } from '../../src/http/create-http-app.js';

/** The HTTP platforms of Nest that everything must work on. */
export const PLATFORMS = ['express', 'fastify'] as const;
export type Platform = (typeof PLATFORMS)[number];

export interface HttpServer {
  readonly app: INestApplication;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** URL of the MCP endpoint. */
  readonly url: string;
  close(): Promise<void>;
}

export function adapterOf(platform: Platform, bodyLimit: number): AbstractHttpAdapter {
  return platform === 'fastify'
    ? new FastifyAdapter({ bodyLimit, forceCloseConnections: true })
    : new ExpressAdapter();
}

/** The standalone server on a free port, with the embedded database unless the settings say otherwise. */
export async function startHttpServer(
  platform: Platform,
  env: Readonly<Record<string, string>> = {},
): Promise<HttpServer> {
  const settings = loadSettings({ CORADB_DRIVER: 'embedded', CORADB_HTTP_RATE_LIMIT: '0', ...env }, '');
  const adapter = adapterOf(platform, settings.http.maxBodyBytes);
  const app = await createHttpApp(settings, { logger: false, adapter });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return { app, origin, url: `${origin}${settings.http.path}`, close: () => app.close() };
}
