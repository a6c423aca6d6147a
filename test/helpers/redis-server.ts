import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const REDIS_PASSWORD = 'redis-secret';

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/** A real Redis that keeps nothing on disk, once it takes connections. The caller ends it. */
export async function startRedis(port: number): Promise<ChildProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'coradb-redis-'));
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--requirepass', REDIS_PASSWORD];
  const redis = spawn('redis-server', [...args, '--dir', directory], { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const text of redis.stdout.setEncoding('utf8')) {
    if (String(text).includes('Ready to accept connections')) break;
  }
  return redis;
}
