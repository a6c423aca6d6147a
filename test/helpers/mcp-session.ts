import {
  Client,
  InMemoryTransport,
  type CallToolResult,
  type ClientOptions,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { serveStdio as ServeStdio } from '@modelcontextprotocol/server/stdio';
import { Test } from '@nestjs/testing';
import type { INestMicroservice } from '@nestjs/common';
import type { McpTransport, McpTransportContext } from '@rekog/mcp-nest';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CoradbSettings } from '../../src/config/coradb-settings.js';
import { CoradbMcpModule } from '../../src/mcp/coradb-mcp.module.js';
import { MCP_SERVER_STRATEGY } from '../../src/mcp/mcp.constants.js';
import type { McpServerStrategy } from '../../src/mcp/strategy/mcp-server.strategy.js';

// mcp-nest loads the CommonJS copy of the SDK; a server of one copy cannot be served by the other in the 2026 era.
const { serveStdio } = createRequire(import.meta.url)('@modelcontextprotocol/server/stdio') as {
  serveStdio: typeof ServeStdio;
};

/** Both protocol eras that clients speak. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

/** The built command; vitest's global setup builds it. */
export const COMMAND = join(import.meta.dirname, '..', '..', 'dist', 'main.js');

/** Settings as environment variables, `CORADB_…` names only. */
export type SettingsEnv = Readonly<Record<string, string>>;

/** A reply of a tool with the document read from its text, and checked to be the structured content as well. */
export interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  // The documents are checked by exact assertions; a test reads them as plain JSON.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly document: any;
}

/** One client that is connected to one server. */
export class McpSession {
  constructor(
    readonly client: Client,
    private readonly end: () => Promise<void>,
  ) {}

  async call(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<ToolReply> {
    const result = await this.client.callTool({ name, arguments: args }, { signal, timeout: 60_000 });
    return readReply(result);
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.end();
  }
}

export function readReply(result: CallToolResult): ToolReply {
  const [content] = result.content;
  if (content?.type !== 'text') throw new Error('a tool reply has one text');
  return { isError: result.isError === true, text: content.text, document: result.structuredContent };
}

export function newClient(era: Era, options: ClientOptions = {}): Client {
  const info = { name: 'coradb-mcp-tests', version: '1.0.0' };
  return era === '2025-11-25'
    ? new Client(info, options)
    : new Client(info, { ...options, versionNegotiation: { mode: { pin: era } } });
}

/** Starts the built command as a client does. */
export async function openStdio(
  era: Era,
  env: SettingsEnv = {},
  args: readonly string[] = ['--embedded'],
  client: Client = newClient(era),
  command = COMMAND,
): Promise<McpSession> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  return new McpSession(client, async () => undefined);
}

/** The module in Nest's testing module, reached without a process or a socket. */
export async function openInProcess(
  era: Era,
  settings: Partial<CoradbSettings> = {},
  client: Client = newClient(era),
): Promise<McpSession> {
  const linked = new LinkedTransport();
  const testing = await Test.createTestingModule({
    imports: [
      CoradbMcpModule.forRoot({ settings: { driver: 'embedded', ...settings }, transports: () => [linked] }),
    ],
  }).compile();
  const strategy = testing.get<McpServerStrategy>(MCP_SERVER_STRATEGY);
  const app: INestMicroservice = testing.createNestMicroservice({ strategy, logger: false });
  await app.listen();
  await client.connect(linked.open());
  return new McpSession(client, () => app.close());
}

/** A transport whose clients live in the same process. */
export class LinkedTransport implements McpTransport {
  readonly kind = 'stdio';
  private context?: McpTransportContext;
  private readonly handles: { close(): Promise<void> }[] = [];

  start(context: McpTransportContext): void {
    this.context = context;
  }

  /** The client's end of a new connection. */
  open(): InMemoryTransport {
    const { context } = this;
    if (!context) throw new Error('the server does not listen yet');
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    this.handles.push(
      serveStdio(
        ({ era }) => context.createBoundServer({ transport: 'stdio', stateless: false, era }) as never,
        { transport: serverSide as never },
      ),
    );
    return clientSide;
  }

  async close(): Promise<void> {
    await Promise.all(this.handles.map((handle) => handle.close()));
  }
}
