import type { Answer, BrokerClient, BrokerScript } from './replay-broker.js';
import type { OpenBlock, RawRequest } from './broker-requests.js';
import { type Bind, readBinds } from './bind-reader.js';
import {
  errorFrame,
  executeFrame,
  executeWithRowsFrame,
  fetchFrame,
  frame,
  i32,
  INACTIVE,
  okFrame,
  openDatabaseFrame,
  openRefusedFrame,
  parameterFrame,
  prepareAndExecuteFrame,
  prepareFrame,
  textFrame,
  type WireColumn,
  type WireRows,
} from './frame-builder.js';

/** What the database answers to one SQL text. */
export interface StatementRule {
  /** The whole text, or a pattern for it. */
  readonly sql: string | RegExp;
  /** Statement type (cas-protocol §6); 21 (SELECT) with `columns`, else 20 (INSERT). */
  readonly type?: number;
  readonly columns?: readonly WireColumn[];
  readonly rows?: WireRows | ((binds: readonly Bind[], sql: string) => WireRows);
  /** Bind markers the broker counts; 0 when left out. */
  readonly markers?: number;
  /** Affected rows of a statement without columns. */
  readonly count?: number;
  readonly prepareError?: EngineFailure;
  readonly executeError?: EngineFailure;
  /** Plan text of GET_QUERY_INFO; empty when left out. */
  readonly plan?: string;
  /** The statement does not end by itself: never, when a cancel message comes (−4), or when its time limit is over (−4). */
  readonly runs?: 'for ever' | 'until cancelled' | 'until its time limit';
}

export interface EngineFailure {
  readonly code: number;
  readonly message: string;
  /** −2 (database engine) when left out; −1 is the CAS. */
  readonly indicator?: number;
}

export interface ScriptedDatabaseOptions {
  readonly statements?: readonly StatementRule[];
  readonly databases?: readonly string[];
  /** Passwords by user name in lower case. */
  readonly users?: Readonly<Record<string, string>>;
  readonly ansiQuotes?: boolean;
  readonly noBackslashEscapes?: boolean;
  /** Charset bits of cas-protocol §5.1 that the database writes; 5 (UTF-8) when left out. */
  readonly charset?: number;
  readonly engineVersion?: string;
  /** Highest protocol version of the server. */
  readonly serverVersion?: number;
  readonly dbmsType?: number;
}

/** A statement that ran, with how its transaction ended. */
export interface RanStatement {
  readonly client: number;
  readonly sql: string;
  readonly binds: readonly Bind[];
  /** `open` until END_TRAN; a closed connection rolls back. */
  outcome: 'open' | 'committed' | 'rolled back';
}

interface Handle {
  readonly rule: StatementRule;
  readonly sql: string;
  rows: WireRows;
}

/** What the driver asks to learn how the engine lexes (engine-behaviour §3.1), in any layout of the same query. */
const LEXICAL_PROBE = /TYPEOF\("x"\)[^]*CHAR_LENGTH\('\\\\'\)/;
const SELECT = 21;
const QUERY_ALL = 0x02;

/**
 * A database made of rules, good enough to run the whole tool suite: logins, transactions, parameters, plans,
 * lexical probe, and PREPARE/EXECUTE/FETCH of the given statements with hand-built frames.
 *
 * @example
 * const database = new ScriptedDatabase({
 *   statements: [
 *     { sql: 'SELECT id FROM t', columns: [{ name: 'id', type: 'INT' }], rows: [[1], [2]] },
 *     { sql: /^UPDATE t /, type: 22, count: 3 },
 *     { sql: 'SELECT nope', prepareError: { code: -494, message: 'Semantic: Attribute "nope" was not found.' } },
 *   ],
 * });
 * const broker = await ReplayBroker.start(database);
 */
export class ScriptedDatabase implements BrokerScript {
  /** Every statement that ran, in order. */
  readonly ran: RanStatement[] = [];
  /** Texts no rule knows; they are answered with −493. */
  readonly unknown: string[] = [];
  /** Things a careful client never does: autocommit 1 inside a transaction, QUERY_ALL, a fetch past the end. */
  readonly mistakes: string[] = [];
  /** Values of SET_DB_PARAMETER by id. */
  readonly parameters = new Map<number, number>();
  private readonly handles = new Map<string, Handle>();
  private readonly rules: readonly StatementRule[];

  constructor(private readonly options: ScriptedDatabaseOptions = {}) {
    this.rules = [...(options.statements ?? []), this.lexicalProbe()];
  }

  openDatabase(block: OpenBlock, client: BrokerClient): Answer {
    const { databases, users, serverVersion, dbmsType } = this.options;
    if (block.database === '___health_check_dummy_db___') {
      return { bytes: Buffer.from('0000000001ffffff', 'hex'), thenClose: true };
    }
    if (databases !== undefined && !databases.includes(block.database)) {
      const text = `Failed to connect to database server, '${block.database}', on the following host(s): localhost:localhost`;
      return { bytes: openRefusedFrame(-2, -677, text), thenClose: true };
    }
    const password = users?.[block.user.toLowerCase()];
    if (users !== undefined && password === undefined) {
      return { bytes: openRefusedFrame(-2, -165, `User "${block.user}" is invalid.`), thenClose: true };
    }
    if (users !== undefined && password !== block.password) {
      return { bytes: openRefusedFrame(-2, -171, 'Incorrect or missing password.'), thenClose: true };
    }
    client.pid = 4320 + client.id;
    return {
      bytes: openDatabaseFrame({
        pid: client.pid,
        ...(serverVersion !== undefined && { serverVersion }),
        ...(dbmsType !== undefined && { dbmsType }),
      }),
    };
  }

  request(request: RawRequest, client: BrokerClient): Answer {
    switch (request.name) {
      case 'PREPARE':
        return this.prepare(request);
      case 'EXECUTE':
        return this.execute(request, client);
      case 'PREPARE_AND_EXECUTE':
        return this.prepareAndExecute(request, client);
      case 'EXECUTE_BATCH':
        return this.executeBatch(request, client);
      case 'FETCH':
        return this.fetch(request);
      case 'END_TRAN':
        this.end(client.id, request.args[0]?.[0] === 1 ? 'committed' : 'rolled back');
        return { bytes: okFrame(INACTIVE) };
      case 'GET_QUERY_INFO':
        return this.plan(request);
      case 'GET_DB_VERSION':
        this.noAutocommit(request, 0);
        return { bytes: textFrame(this.options.engineVersion ?? '11.4.0.1460') };
      case 'GET_DB_PARAMETER':
        return { bytes: parameterFrame(this.parameter(int(request, 0))) };
      case 'SET_DB_PARAMETER':
        this.parameters.set(int(request, 0), int(request, 1));
        return { bytes: okFrame() };
      case 'CLOSE_REQ_HANDLE':
        this.noAutocommit(request, 1);
        this.handles.delete(key(client.id, int(request, 0)));
        return { bytes: okFrame() };
      case 'CON_CLOSE':
        return { bytes: okFrame() };
      default:
        return { bytes: errorFrame(-1, -10100) };
    }
  }

  closed(client: BrokerClient): void {
    this.end(client.id, 'rolled back');
    for (const name of this.handles.keys()) if (name.startsWith(`${client.id}/`)) this.handles.delete(name);
  }

  private prepare(request: RawRequest): Answer {
    this.noAutocommit(request, 2);
    const sql = request.sql ?? '';
    const rule = this.rules.find((one) =>
      typeof one.sql === 'string' ? one.sql === sql : one.sql.test(sql),
    );
    if (rule === undefined) {
      this.unknown.push(sql);
      return { bytes: errorFrame(-2, -493, `Syntax: no rule of the scripted database matches: ${sql}`) };
    }
    if (rule.prepareError !== undefined) return { bytes: failure(rule.prepareError) };
    let handle = 1;
    while (this.handles.has(key(request.client, handle))) handle += 1;
    this.handles.set(key(request.client, handle), { rule, sql, rows: [] });
    return {
      bytes: prepareFrame({
        handle,
        statementType: typeOf(rule),
        markers: rule.markers ?? 0,
        ...(rule.columns !== undefined && { columns: rule.columns }),
      }),
    };
  }

  private execute(request: RawRequest, client: BrokerClient): Answer {
    const handle = this.handles.get(key(client.id, int(request, 0)));
    if (handle === undefined) return { bytes: errorFrame(-1, -10006) };
    const { rule, sql } = handle;
    const surplus = request.args.length - 10;
    if (surplus < 0 || surplus % 2 !== 0) return { bytes: errorFrame(-1, -10004) };
    if (surplus / 2 !== (rule.markers ?? 0)) return { bytes: errorFrame(-1, -10007) };
    if (((request.args[1]?.[0] ?? 0) & QUERY_ALL) !== 0) this.mistakes.push('EXECUTE with QUERY_ALL');
    if (rule.executeError !== undefined) return { bytes: failure(rule.executeError) };
    const interrupted = errorFrame(-2, -4, 'Has been interrupted.');
    if (rule.runs === 'for ever') return { bytes: interrupted, after: new Promise(() => undefined) };
    if (rule.runs === 'until cancelled') return { bytes: interrupted, after: client.cancelled() };
    if (rule.runs === 'until its time limit') return { bytes: interrupted, after: limit(int(request, 9)) };
    const binds = readBinds(request.args.slice(10));
    this.ran.push({ client: client.id, sql, binds, outcome: 'open' });
    this.noAutocommit(request, 6);
    const wantsRows = request.args[5]?.[0] === 1;
    if (rule.columns === undefined) {
      if (wantsRows) return { bytes: errorFrame(-1, -10012) };
      return { bytes: executeFrame(rule.count ?? 0, typeOf(rule)) };
    }
    handle.rows = typeof rule.rows === 'function' ? rule.rows(binds, sql) : (rule.rows ?? []);
    if (!wantsRows) return { bytes: executeFrame(handle.rows.length, typeOf(rule)) };
    return { bytes: executeWithRowsFrame(rule.columns, handle.rows, typeOf(rule)) };
  }

  /** cas-protocol §4.5: the number of prepare arguments, those, then the execute arguments that cannot be derived. */
  private prepareAndExecute(request: RawRequest, client: BrokerClient): Answer {
    const [, ...args] = request.args;
    const prepareArgs = args.slice(0, int(request, 0));
    const [flag, maxColumn, maxRows, modes, cacheTime, limitMs] = args.slice(int(request, 0));
    const prepared = this.prepare({ ...request, name: 'PREPARE', args: prepareArgs }).bytes as Buffer;
    const handle = prepared.readInt32BE(8);
    if (handle < 0) return { bytes: prepared };
    const autocommit = prepareArgs[2];
    const isSelect = Buffer.from([prepared[16] === SELECT ? 1 : 0]);
    const executeArgs = [
      i32(handle),
      flag,
      maxColumn,
      maxRows,
      modes,
      isSelect,
      autocommit,
      autocommit,
      cacheTime,
      limitMs,
    ];
    const answer = this.execute({ ...request, name: 'EXECUTE', args: executeArgs as Buffer[] }, client);
    const failed = (answer.bytes as Buffer).readInt32BE(8) < 0;
    return failed ? answer : { bytes: prepareAndExecuteFrame(prepared, answer.bytes as Buffer) };
  }

  /** cas-protocol §4.13: autocommit, time limit, then one text a statement; each gives a count or an error. */
  private executeBatch(request: RawRequest, client: BrokerClient): Answer {
    const items = request.args.slice(2).map((text) => {
      const sql = text.toString('utf8', 0, text.length - 1);
      const args = [text, Buffer.alloc(1), Buffer.alloc(1)];
      const prepared = this.prepare({ ...request, name: 'PREPARE', args, sql }).bytes as Buffer;
      if (prepared.readInt32BE(8) < 0) return batchError(prepared);
      const handle = prepared.readInt32BE(8);
      const zero = Buffer.alloc(1);
      const executeArgs = [
        i32(handle),
        zero,
        i32(0),
        i32(0),
        Buffer.alloc(0),
        zero,
        zero,
        zero,
        Buffer.alloc(8),
        i32(0),
      ];
      const executed = this.execute({ ...request, name: 'EXECUTE', args: executeArgs }, client)
        .bytes as Buffer;
      this.handles.delete(key(client.id, handle));
      if (executed.readInt32BE(8) < 0) return batchError(executed);
      return Buffer.concat([prepared.subarray(16, 17), executed.subarray(8, 12), Buffer.alloc(8)]);
    });
    if (request.args[0]?.[0] === 1) this.end(client.id, 'committed');
    return { bytes: frame(Buffer.concat([i32(0), i32(items.length), ...items, i32(-2)])) };
  }

  private ruleFor(sql: string): StatementRule | undefined {
    return this.rules.find((rule) => (typeof rule.sql === 'string' ? rule.sql === sql : rule.sql.test(sql)));
  }

  private fetch(request: RawRequest): Answer {
    const handle = this.handles.get(key(request.client, int(request, 0)));
    if (handle?.rule.columns === undefined) return { bytes: errorFrame(-1, -10006) };
    const position = int(request, 1);
    if (position > handle.rows.length)
      this.mistakes.push(`FETCH at ${position} of ${handle.rows.length} rows`);
    return { bytes: fetchFrame(handle.rule.columns, handle.rows, position) };
  }

  private plan(request: RawRequest): Answer {
    const rule = this.ruleFor(request.sql ?? '');
    if (rule?.prepareError !== undefined) return { bytes: failure(rule.prepareError) };
    return { bytes: textFrame(rule?.plan ?? '') };
  }

  private parameter(id: number): number {
    const usual: Record<number, number> = { 1: 4, 2: -1, 3: 1_073_741_823 };
    if (id === 5) return this.options.noBackslashEscapes === false ? -1 : -2;
    return this.parameters.get(id) ?? usual[id] ?? -10011;
  }

  private end(client: number, outcome: 'committed' | 'rolled back'): void {
    for (const statement of this.ran) {
      if (statement.client === client && statement.outcome === 'open') statement.outcome = outcome;
    }
  }

  /** With autocommit 1 a request commits what is open (cas-protocol §3.7), which a careful client never wants. */
  private noAutocommit(request: RawRequest, index: number): void {
    if (request.args[index]?.[0] === 0) return;
    this.mistakes.push(`${request.name} with autocommit 1`);
    if (request.name !== 'PREPARE') this.end(request.client, 'committed');
  }

  private lexicalProbe(): StatementRule {
    const type = this.options.ansiQuotes === false ? 'character (-1)' : 'integer';
    return {
      sql: LEXICAL_PROBE,
      columns: [
        { name: 'q', type: 'VARCHAR' },
        { name: 'b', type: 'INT' },
        { name: 'c', type: 'CHAR', charset: this.options.charset ?? 5 },
      ],
      rows: [[type, this.options.noBackslashEscapes === false ? 1 : 2, 'charset']],
    };
  }
}

/** A batch item that failed: statement type 71 ("max"), indicator, code, message with its length. */
function batchError(error: Buffer): Buffer {
  const message = error.subarray(16);
  return Buffer.concat([Buffer.from([71]), error.subarray(8, 16), i32(message.length), message]);
}

function key(client: number, handle: number): string {
  return `${client}/${handle}`;
}

function int(request: RawRequest, index: number): number {
  return request.args[index]?.readInt32BE(0) ?? 0;
}

function typeOf(rule: StatementRule): number {
  return rule.type ?? (rule.columns === undefined ? 20 : SELECT);
}

function failure(error: EngineFailure): Buffer {
  return errorFrame(error.indicator ?? -2, error.code, error.message);
}

function limit(ms: number): Promise<void> {
  return ms === 0 ? new Promise(() => undefined) : new Promise((resolve) => setTimeout(resolve, ms));
}
