import type { Answer, BrokerClient, BrokerScript } from './replay-broker.js';
import { type Capture, type Exchange, fromHex } from './captures.js';
import type { RawRequest } from './broker-requests.js';
import { ScriptedDatabase } from './scripted-database.js';
import { errorFrame, INACTIVE, okFrame, parameterFrame, textFrame } from './frame-builder.js';

/** Functions a client may send more or fewer of than the capture without changing what the others answer. */
const NEUTRAL = [
  'END_TRAN',
  'CLOSE_REQ_HANDLE',
  'SET_DB_PARAMETER',
  'GET_DB_PARAMETER',
  'GET_DB_VERSION',
  'CON_CLOSE',
];

/**
 * Answers with the bytes of a capture. The first login gets connection A, the next B, then C. A request gets the
 * next exchange of its connection with the same function (and SQL text, or END_TRAN type); requests that the
 * capture lacks but that every client sends, such as END_TRAN, get the ordinary success, and the question for the
 * charset of the database is answered with UTF-8. Anything else is answered
 * −10004 and listed in `unmatched`. An EXECUTE that was cancelled in the capture waits for a cancel message.
 */
export class CaptureScript implements BrokerScript {
  readonly unmatched: RawRequest[] = [];
  private readonly loggedIn = new Set<number>();
  private readonly cursors = new Map<number, number>();
  private readonly utf8 = new ScriptedDatabase();

  constructor(private readonly capture: Capture) {}

  handshake(): number {
    const response = this.capture.handshake?.response ?? '00000000';
    return fromHex(response).readInt32BE(0);
  }

  openDatabase(_block: unknown, client: BrokerClient): Answer {
    const letter = this.letter(client);
    const source =
      letter === 'A' ? this.capture.openDatabase : this.capture.connections?.[letter]?.openDatabase;
    const bytes = fromHex(source?.response ?? '');
    if (bytes.length > 16 && bytes.readInt32BE(8) > 0) client.pid = bytes.readInt32BE(8);
    const failed = bytes.length === 8 || (bytes.length >= 12 && bytes.readInt32BE(8) < 0);
    return { bytes, thenClose: failed || this.exchanges(client)[0]?.function === 'CLOSE' };
  }

  request(request: RawRequest, client: BrokerClient): Answer {
    const exchanges = this.exchanges(client);
    const cursor = this.cursors.get(client.id) ?? 0;
    const found = this.find(exchanges, request, cursor);
    if (request.name === 'GET_DB_VERSION') this.loggedIn.add(client.id);
    if (found !== undefined) this.cursors.set(client.id, found + 1);
    const next = exchanges[found === undefined ? cursor : found + 1];
    // A client sends more than the capture's before it counts as connected: the broker waits for that.
    const thenClose = next?.function === 'CLOSE' && this.loggedIn.has(client.id);
    if (found === undefined && asksCharset(request)) return this.utf8.request(request, client);
    if (found === undefined) return { bytes: this.ordinary(request), thenClose };
    return {
      bytes: fromHex(exchanges[found]?.response ?? ''),
      thenClose,
      ...(next?.socket !== undefined && request.name === 'EXECUTE' && { after: client.cancelled() }),
    };
  }

  private letter(client: BrokerClient): string {
    return String.fromCharCode('A'.charCodeAt(0) + client.id - 1);
  }

  private exchanges(client: BrokerClient): readonly Exchange[] {
    return this.capture.exchanges.filter((exchange) => (exchange.connection ?? 'A') === this.letter(client));
  }

  private find(exchanges: readonly Exchange[], request: RawRequest, cursor: number): number | undefined {
    for (let index = cursor; index < exchanges.length; index++) {
      const exchange = exchanges[index];
      if (exchange === undefined) break;
      if (matches(exchange, request)) return index;
      const skippable = exchange.socket !== undefined || NEUTRAL.includes(exchange.function);
      if (!skippable && request.name !== 'PREPARE') break;
    }
    const again = exchanges.findIndex((exchange) => request.name === 'PREPARE' && matches(exchange, request));
    return again === -1 ? undefined : again;
  }

  private ordinary(request: RawRequest): Buffer {
    switch (request.name) {
      case 'END_TRAN':
        return okFrame(INACTIVE);
      case 'GET_DB_VERSION':
        return textFrame('11.4.0.1460');
      case 'GET_DB_PARAMETER':
        return parameterFrame(-2);
      case 'SET_DB_PARAMETER':
      case 'CLOSE_REQ_HANDLE':
      case 'CON_CLOSE':
        return okFrame();
      default:
        this.unmatched.push(request);
        return errorFrame(-1, -10004);
    }
  }
}

/** Captured clients knew the charset; ours asks before it sends text that depends on it. */
function asksCharset(request: RawRequest): boolean {
  return (
    request.name === 'PREPARE_AND_EXECUTE' && request.args.some((bytes) => bytes.includes('TYPEOF("x")'))
  );
}

function matches(exchange: Exchange, request: RawRequest): boolean {
  if (exchange.function !== request.name || exchange.socket !== undefined) return false;
  if (request.name === 'PREPARE') return exchange.sql === request.sql;
  if (request.name === 'GET_QUERY_INFO' && request.sql !== undefined) return exchange.sql === request.sql;
  // Body length, CAS info, function code, argument length, then the type: byte 13 of the frame.
  if (request.name === 'END_TRAN') return fromHex(exchange.request ?? '')[13] === request.args[0]?.[0];
  return true;
}
