import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { type Fault, reset, sendWithFault } from './broker-faults.js';
import {
  type BrokerMessage,
  FUNCTION_NAMES,
  type OpenBlock,
  parseArguments,
  parseMessage,
  parseOpenBlock,
  type RawRequest,
} from './broker-requests.js';
import { i32 } from './frame-builder.js';

/** Which argument holds SQL text. */
const SQL_ARGUMENT: Readonly<Record<string, number>> = {
  PREPARE: 0,
  GET_QUERY_INFO: 2,
  PREPARE_AND_EXECUTE: 1,
};

/** What a script wants to be sent. */
export interface Answer {
  readonly bytes: Uint8Array;
  /** The broker closes (FIN) right after the bytes. */
  readonly thenClose?: boolean;
  /** The bytes wait for this: a statement that runs until it is cancelled, or for ever. */
  readonly after?: Promise<unknown>;
}

/** One client connection, as the script sees it. */
export interface BrokerClient {
  /** Counts from 1 in the order of accepted logins. */
  readonly id: number;
  /** Process id of "its" CAS; set by the script when it answers the open-database block. */
  pid: number;
  /** The client's TCP port. */
  readonly port: number;
  /** Settles when a cancel message for `pid` arrives while an answer waits. */
  cancelled(): Promise<void>;
}

/** Decides what the broker answers. See {@link import('./capture-script.js')} and `scripted-database.ts`. */
export interface BrokerScript {
  /** The `i32` answer to the 10-byte handshake; 0 (accepted) when left out. */
  handshake?(request: Buffer): number;
  openDatabase(block: OpenBlock, client: BrokerClient): Answer | Promise<Answer>;
  request(request: RawRequest, client: BrokerClient): Answer | Promise<Answer>;
  /** The `i32` answer to PING, ST and the cancel messages; undefined keeps the broker's own (0, 9000, −10019). */
  message?(message: BrokerMessage): number | undefined;
  closed?(client: BrokerClient): void;
}

/** Where a fault strikes: a step of connecting, a function by name (`PREPARE`), or a `message` (PING, QC, …). */
export interface FaultRule {
  readonly at: 'accept' | 'handshake' | 'openDatabase' | 'message' | (string & {});
  /** Only the nth time (from 1) this step happens; every time when left out. */
  readonly nth?: number;
  readonly fault: Fault;
}

export interface ReplayBrokerOptions {
  readonly faults?: readonly FaultRule[];
  /** Expects `CUBRS` and starts TLS after the handshake; without it `CUBRS` is refused with −10103. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Answers the handshake with a second port, as Windows brokers do (cas-protocol §1.2). */
  readonly secondPort?: boolean;
  readonly host?: string;
}

/**
 * A broker on a loopback socket that answers from a script and records all it gets.
 *
 * @example
 * const broker = await ReplayBroker.start(replayCapture(loadCapture('select-basic')));
 * // … connect to broker.host, broker.port …
 * expect(broker.requests.map((r) => r.name)).toEqual(['END_TRAN', 'PREPARE', 'EXECUTE']);
 * await broker.stop();
 */
export class ReplayBroker {
  readonly requests: RawRequest[] = [];
  readonly messages: BrokerMessage[] = [];
  readonly logins: OpenBlock[] = [];
  readonly handshakes: Buffer[] = [];
  /** Unparsable bytes clients sent. A test that expects none asserts that this is empty. */
  readonly violations: string[] = [];
  accepted = 0;
  private readonly sockets = new Set<Socket>();
  private readonly clients = new Set<BrokerConnection>();
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private readonly counts = new Map<string, number>();
  private second?: Server;

  private constructor(
    private readonly script: BrokerScript,
    readonly options: ReplayBrokerOptions,
    private readonly server: Server,
  ) {
    server.on('connection', (socket) => this.accept(socket, 'broker'));
  }

  static async start(script: BrokerScript, options: ReplayBrokerOptions = {}): Promise<ReplayBroker> {
    const broker = new ReplayBroker(script, options, await listen(options.host));
    if (options.secondPort === true) {
      broker.second = await listen(options.host);
      broker.second.on('connection', (socket) => broker.accept(socket, 'cas'));
    }
    return broker;
  }

  get host(): string {
    return this.options.host ?? '127.0.0.1';
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Sockets that are open on the broker's side now. */
  get openSockets(): number {
    return this.sockets.size;
  }

  /** SQL texts of all PREPARE requests, in order. */
  get prepared(): string[] {
    return this.requests.flatMap((request) => (request.name === 'PREPARE' ? [request.sql ?? ''] : []));
  }

  /** `commit` and `rollback`, one for each END_TRAN in order; the first one is the driver's own after login. */
  get endings(): string[] {
    return this.requests
      .filter((request) => request.name === 'END_TRAN')
      .map((request) => (request.args[0]?.[0] === 1 ? 'commit' : 'rollback'));
  }

  /** Resolves once `condition` holds; it is asked again after everything that happens at the broker. */
  async until(condition: (broker: this) => boolean): Promise<void> {
    while (!condition(this)) await once(this.changes, 'change');
  }

  /** Drops all connections and stops listening. */
  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await Promise.all([this.server, this.second].map((server) => server && closeServer(server)));
  }

  private accept(socket: Socket, role: 'broker' | 'cas'): void {
    this.accepted += 1;
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    const connection = new BrokerConnection(this, this.script, socket, role);
    socket.once('close', () => {
      this.sockets.delete(socket);
      this.clients.delete(connection);
      if (connection.loggedIn) this.script.closed?.(connection);
      this.changed();
    });
    this.clients.add(connection);
    if (this.faultAt('accept')?.kind === 'reset') reset(socket);
    else void connection.serve();
    this.changed();
  }

  /** @internal */
  changed(): void {
    this.changes.emit('change');
  }

  /** @internal The next client number. */
  nextClient(): number {
    return this.logins.length;
  }

  /** @internal */
  secondPortNumber(): number | undefined {
    return this.second && (this.second.address() as AddressInfo).port;
  }

  /** @internal */
  faultAt(step: string): Fault | undefined {
    const nth = (this.counts.get(step) ?? 0) + 1;
    this.counts.set(step, nth);
    return this.options.faults?.find((rule) => rule.at === step && (rule.nth ?? nth) === nth)?.fault;
  }

  /** @internal Passes a cancel message on; true when a client with that pid exists. */
  cancel(pid: number): boolean {
    const targets = [...this.clients].filter((client) => client.loggedIn && client.pid === pid);
    for (const target of targets) target.interrupt();
    return targets.length > 0;
  }
}

/** The state of one socket: handshake or message, open-database block, then requests one by one. */
class BrokerConnection implements BrokerClient {
  id = 0;
  pid = 0;
  loggedIn = false;
  private bytes = Buffer.alloc(0);
  private socket: Socket;
  private wake: () => void = () => undefined;
  private onCancel: () => void = () => undefined;

  constructor(
    private readonly broker: ReplayBroker,
    private readonly script: BrokerScript,
    private readonly plain: Socket,
    private readonly role: 'broker' | 'cas',
  ) {
    this.socket = plain;
  }

  get port(): number {
    return this.plain.remotePort ?? 0;
  }

  cancelled(): Promise<void> {
    return new Promise((resolve) => (this.onCancel = resolve));
  }

  interrupt(): void {
    this.onCancel();
  }

  async serve(): Promise<void> {
    this.listen();
    if (this.role === 'broker' && !(await this.greet())) return;
    if (this.broker.options.tls !== undefined) this.secure(this.broker.options.tls);
    const block = await this.take(628);
    if (block === undefined) return;
    const open = parseOpenBlock(block);
    this.broker.logins.push(open);
    this.id = this.broker.nextClient();
    this.loggedIn = true;
    this.broker.changed();
    await this.answer('openDatabase', await this.script.openDatabase(open, this));
    while (await this.serveRequest());
  }

  /** The first 10 bytes; true when a login follows on this socket. */
  private async greet(): Promise<boolean> {
    const first = await this.take(10);
    if (first === undefined) return false;
    const message = parseMessage(first);
    if (message !== undefined) {
      this.broker.messages.push(message);
      this.broker.changed();
      const found = message.kind.startsWith('cancel') && this.broker.cancel(message.pid ?? 0);
      const usual = message.kind === 'PING' || message.kind === 'ST' ? 0 : found ? 9000 : -10019;
      const code = this.script.message?.(message) ?? usual;
      await this.answer('message', { bytes: i32(code), thenClose: true });
      return false;
    }
    this.broker.handshakes.push(first);
    this.broker.changed();
    const code = this.handshakeCode(first);
    await this.answer('handshake', { bytes: i32(code), thenClose: code !== 0 });
    return code === 0;
  }

  private handshakeCode(first: Buffer): number {
    const magic = first.toString('latin1', 0, 5);
    if ((magic !== 'CUBRK' && magic !== 'CUBRS') || (first[5] ?? 9) > 7) return -10018;
    if ((magic === 'CUBRS') !== (this.broker.options.tls !== undefined)) return -10103;
    return this.script.handshake?.(first) ?? this.broker.secondPortNumber() ?? 0;
  }

  private secure(tls: { key: string; cert: string }): void {
    this.plain.removeAllListeners('data');
    this.socket = new TLSSocket(this.plain, { isServer: true, secureContext: createSecureContext(tls) });
    this.socket.on('error', () => this.plain.destroy());
    this.listen();
  }

  private listen(): void {
    this.socket.on('data', (chunk: Buffer) => {
      this.bytes = Buffer.concat([this.bytes, chunk]);
      this.wake();
    });
    this.socket.once('close', () => this.wake());
    this.socket.once('end', () => this.wake());
  }

  private async serveRequest(): Promise<boolean> {
    const header = await this.take(8);
    if (header === undefined) return false;
    const body = await this.take(header.readInt32BE(0));
    if (body === undefined) return false;
    const args = parseArguments(body);
    const code = body[0] ?? 0;
    const name = FUNCTION_NAMES[code];
    if (args === undefined || name === undefined) {
      this.broker.violations.push(`function ${code}: ${body.toString('hex')}`);
      this.socket.end(Buffer.from('0000000800ffffffffffffffffffd8ed', 'hex'));
      return false;
    }
    const sql = args[SQL_ARGUMENT[name] ?? -1];
    const request: RawRequest = {
      client: this.id,
      name,
      code,
      args,
      casInfo: header.subarray(4),
      ...(sql !== undefined && { sql: sql.toString('utf8', 0, sql.length - 1) }),
    };
    this.broker.requests.push(request);
    this.broker.changed();
    const answer = await this.script.request(request, this);
    await this.answer(name, name === 'CON_CLOSE' ? { ...answer, thenClose: true } : answer);
    return true;
  }

  private async answer(step: string, answer: Answer): Promise<void> {
    const fault = this.broker.faultAt(step);
    if (answer.after !== undefined) await answer.after;
    await sendWithFault(this.socket, answer.bytes, fault);
    const staysOpen = fault?.kind === 'hang' || fault?.kind === 'stall';
    if (answer.thenClose === true && !staysOpen) this.socket.end();
  }

  /** The next `count` bytes; undefined when the client has gone. */
  private async take(count: number): Promise<Buffer | undefined> {
    while (this.bytes.length < count) {
      if (this.socket.destroyed || this.socket.readableEnded) return undefined;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    const taken = this.bytes.subarray(0, count);
    this.bytes = this.bytes.subarray(count);
    return taken;
  }
}

async function listen(host = '127.0.0.1'): Promise<Server> {
  const server = createServer({ allowHalfOpen: false }).listen(0, host);
  await once(server, 'listening');
  return server;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
