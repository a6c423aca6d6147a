import type { Server } from 'node:http';

/** Time for a request to arrive whole, headers and body, in ms. */
const REQUEST_TIMEOUT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** How much longer than the longest call nothing may move on a connection, in ms. */
const STALLED_MS = 30_000;

/**
 * Frees connections whose clients send or read nothing.
 * @param keepAliveMs how long an idle connection is kept for the next request, in ms
 * @param longestCallMs limit of the longest call, in ms
 */
export function limitSockets(server: Server, keepAliveMs: number, longestCallMs: number): void {
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = keepAliveMs;
  server.setTimeout(longestCallMs + STALLED_MS, (socket) => socket.destroy());
}
