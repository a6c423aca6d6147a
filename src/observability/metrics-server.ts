import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, type Registry } from 'prom-client';

/**
 * Serves `/metrics` on a port of its own, so that it can be kept from clients. Rejects when the port is taken.
 * @returns the address it listens on and how to end it
 */
export async function serveMetrics(
  registry: Registry,
  host: string,
  port: number,
): Promise<{ readonly address: AddressInfo; close(): Promise<void> }> {
  collectDefaultMetrics({ register: registry });
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return { address: server.address() as AddressInfo, close: () => closed(server) };
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
