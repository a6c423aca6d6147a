/**
 * The engine's own process: DuckDB, and nothing of the server. It talks over file descriptor 3 with the process that
 * started it and ends with it.
 */
import { Socket } from 'node:net';
import { toErrorMessage } from '../error-message.js';
import { FramePipe } from '../frame-pipe.js';
import type { HelloMessage, NoticeMessage, RequestMessage } from '../messages.js';
import { EngineServer } from './engine-server.js';

/** What the server's process hands over on the command line, as JSON. */
export interface EngineArguments {
  readonly directory?: string;
  readonly memoryMb: number;
}

const socket = new Socket({ fd: 3, readable: true, writable: true });
// At once: leaving in order would wait for what runs, and a file that was not closed is as safe as after a crash.
const end = (): void => void process.kill(process.pid, 'SIGKILL');
socket.once('close', end);
socket.once('end', end);
socket.on('error', end);
// A Ctrl-C or a service manager reaches both processes; the server's ends its calls first and then this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

let server: EngineServer | undefined;
const waiting: (RequestMessage | NoticeMessage)[] = [];
const pipe = new FramePipe(socket, (message) => {
  const asked = message as RequestMessage | NoticeMessage;
  if (server === undefined) waiting.push(asked);
  else server.take(asked);
});

try {
  const { createDuckDbDriver } = await import('../../duckdb-driver.js');
  const driver = createDuckDbDriver(JSON.parse(process.argv[2] ?? '') as EngineArguments);
  server = new EngineServer(pipe, driver);
  pipe.send({ hello: { engineVersion: driver.engineVersion } } satisfies HelloMessage);
  for (const message of waiting) server.take(message);
} catch (error) {
  pipe.send({ hello: { error: toErrorMessage(error) } } satisfies HelloMessage);
}
