import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { COMMAND } from './mcp-session.js';

/** The command as a program sees it: lines in, lines out, an exit code. */
export class CommandProcess {
  readonly stdout: string[] = [];
  stderr = '';
  private readonly waiting: { wanted: (line: string) => boolean; found: (line: string) => void }[] = [];
  private rest = '';
  readonly ended: Promise<number | null>;

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => this.read(chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (this.stderr += chunk));
    this.ended = new Promise((resolve) => child.once('close', resolve));
  }

  static start(args: readonly string[], env: Record<string, string> = {}): CommandProcess {
    return new CommandProcess(
      spawn(process.execPath, [COMMAND, ...args], {
        env: { PATH: process.env.PATH ?? '', ...env },
        stdio: 'pipe',
      }),
    );
  }

  /** A line of bytes as they are. */
  sendBytes(line: Buffer): void {
    this.child.stdin.write(Buffer.concat([line, Buffer.from('\n')]));
  }

  send(message: object | string): void {
    this.child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  endInput(): void {
    this.child.stdin.end();
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /**
   * The next line, or one that came already, that holds the text.
   * @param from lines before it do not count
   */
  lineWith(text: string, from = 0): Promise<string> {
    const known = this.stdout.slice(from).find((line) => line.includes(text));
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((found) => this.waiting.push({ wanted: (line) => line.includes(text), found }));
  }

  async initialize(): Promise<void> {
    this.send({
      jsonrpc: '2.0',
      id: 'init',
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'my-app', version: '1.0' },
      },
    });
    await this.lineWith('"id":"init"');
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  call(id: number, name: string, args: object): void {
    this.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
  }

  private read(chunk: string): void {
    const lines = (this.rest + chunk).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      this.stdout.push(line);
      for (const waiter of this.waiting.splice(0)) {
        if (waiter.wanted(line)) waiter.found(line);
        else this.waiting.push(waiter);
      }
    }
  }
}
