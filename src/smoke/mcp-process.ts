import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const COMMAND = join(dirname(fileURLToPath(import.meta.url)), '..', 'main.js');
const PROTOCOL = '2025-11-25';

/** What a tool answered. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly document: Readonly<Record<string, unknown>>;
}

interface Message {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** The packed command as a stdio server of its own, spoken to line by line as any MCP client does. */
export class McpProcess {
  private readonly waiting = new Map<number, (message: Message) => void>();
  private last = 0;

  private constructor(private readonly child: ChildProcess) {
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => this.take(line));
    child.once('close', (code) => {
      const error = { message: `the server ended with code ${code}` };
      for (const answer of this.waiting.values()) answer({ error });
      this.waiting.clear();
    });
  }

  /** @param env settings of the server; nothing of this process is handed on beside the PATH */
  static async start(env: Readonly<Record<string, string>>): Promise<McpProcess> {
    const child = spawn(process.execPath, [COMMAND], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const server = new McpProcess(child);
    await server.ask('initialize', {
      protocolVersion: PROTOCOL,
      capabilities: {},
      clientInfo: { name: 'coradb-mcp-smoke', version: '1.0.0' },
    });
    server.write({ method: 'notifications/initialized' });
    return server;
  }

  async tools(): Promise<readonly string[]> {
    const { tools } = await this.ask('tools/list', {});
    return (tools as readonly { readonly name: string }[]).map(({ name }) => name);
  }

  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const result = await this.ask('tools/call', { name, arguments: args });
    const document = (result.structuredContent ?? { content: result.content }) as ToolAnswer['document'];
    return { isError: result.isError === true, document };
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.stdin?.end();
    await once(this.child, 'close');
  }

  private async ask(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.last;
    const message = await new Promise<Message>((resolve) => {
      this.waiting.set(id, resolve);
      this.write({ id, method, params });
    });
    if (message.error) throw new Error(`${method}: ${message.error.message}`);
    return message.result ?? {};
  }

  private take(line: string): void {
    const message = JSON.parse(line) as Message;
    if (message.id === undefined) return;
    this.waiting.get(message.id)?.(message);
    this.waiting.delete(message.id);
  }

  private write(message: object): void {
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
