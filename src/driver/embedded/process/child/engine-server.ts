import type { ResultSet, Statement } from '../../../driver.js';
import { EngineError } from '../../../driver-errors.js';
import type { DuckDbDriver } from '../../duckdb-driver.js';
import type { Row } from '../../../value.js';
import type { EmbeddedConnection } from '../../embedded-connection.js';
import { toErrorMessage } from '../error-message.js';
import { encode, type FramePipe } from '../frame-pipe.js';
import type {
  Asks,
  Batch,
  Executed,
  Gives,
  MessageOfEngine,
  NoticeMessage,
  Operation,
  RequestMessage,
} from '../messages.js';
import { packRows } from '../packed-rows.js';

/** Rows that come with the reply to `execute`; the reader of results asks for as many at once. */
const FIRST_ROWS = 500;

/** Longest reply, in bytes: the process that reads it must not grow by more, whatever a row holds. */
const MAX_REPLY_BYTES = 67_108_864;

/** A connection, which may still be opening, and its statements by their numbers. */
interface OpenConnection {
  readonly opening: Promise<EmbeddedConnection>;
  readonly statements: Map<number, Statement>;
  /** Can be read after its statement was freed; the engine ends it when another begins. */
  result?: { readonly statement: number; readonly resultSet: ResultSet };
}

interface StatementName {
  readonly connection: number;
  readonly statement: number;
}

type Handlers = { readonly [O in Operation]: (asks: Asks<O>, id: number) => Promise<Gives<O>> };

/** Does what the server's process asks, on connections of the engine in this process. */
export class EngineServer {
  readonly #connections = new Map<number, OpenConnection>();

  constructor(
    private readonly pipe: Pick<FramePipe, 'send' | 'sendEncoded'>,
    private readonly driver: DuckDbDriver,
  ) {}

  take(message: RequestMessage | NoticeMessage): void {
    if ('notice' in message) this.#note(message);
    else void this.#answer(message);
  }

  async #answer({ id, operation, asks }: RequestMessage): Promise<void> {
    try {
      const handle = this.#handlers[operation] as (asks: unknown, id: number) => Promise<Gives<Operation>>;
      const reply = encode({ id, gives: await handle(asks, id) } satisfies MessageOfEngine);
      if (reply.length > MAX_REPLY_BYTES) throw tooLong(reply.length);
      this.pipe.sendEncoded(reply);
    } catch (thrown) {
      this.pipe.send({ id, error: toErrorMessage(thrown) } satisfies MessageOfEngine);
    }
  }

  readonly #handlers: Handlers = {
    open: async ({ connection, database, readOnly }) => {
      const opening = this.driver.connect(database, readOnly);
      this.#connections.set(connection, { opening, statements: new Map() });
      try {
        await opening;
      } catch (error) {
        this.#connections.delete(connection);
        throw error;
      }
      return null;
    },
    prepare: async ({ connection, statement: number, sql, timeoutMs }) => {
      const { opening, statements } = this.#connection(connection);
      const statement = await (await opening).prepare(sql, { timeoutMs });
      statements.set(number, statement);
      const { kind, parameterCount, columns } = statement;
      return { kind, parameterCount, columns };
    },
    plan: async ({ connection, sql, timeoutMs }) =>
      (await this.#connection(connection).opening).plan(sql, { timeoutMs }),
    execute: async ({ connection, statement: number, params, ...options }) => {
      const open = this.#connection(connection);
      const statement = open.statements.get(number);
      if (statement === undefined) throw new Error(`no statement ${number}`);
      const { affectedRows, resultSet } = await statement.execute(params, options);
      if (resultSet === undefined) return affectedRows === undefined ? {} : { affectedRows };
      open.result = { statement: number, resultSet };
      return { columns: statement.columns, first: await firstRows(resultSet, options) };
    },
    read: async ({ count, timeoutMs, ...name }) => {
      const { rows, total } = await readRows(this.#result(name), count, timeoutMs);
      return packed(rows, total);
    },
    countRows: async ({ timeoutMs, ...name }) => this.#result(name).countRows({ timeoutMs }),
    commit: async ({ connection, timeoutMs }, id) => {
      const tell = (): void => this.pipe.send({ committed: id } satisfies MessageOfEngine);
      await (await this.#connection(connection).opening).commit({ timeoutMs }, tell);
      return null;
    },
    rollback: async ({ connection, timeoutMs }) => {
      await (await this.#connection(connection).opening).rollback({ timeoutMs });
      return null;
    },
    close: async ({ connection }) => {
      const { opening } = this.#connection(connection);
      this.#connections.delete(connection);
      await (await opening).closed();
      return null;
    },
    dispose: async () => {
      await this.driver.dispose();
      return null;
    },
  };

  #note({ notice, about }: NoticeMessage): void {
    const open = this.#connections.get(about.connection);
    if (open === undefined) return;
    if (notice === 'free') {
      void open.statements.get(about.statement)?.close();
      open.statements.delete(about.statement);
      return;
    }
    // Behind what was asked before, also while the connection is still being opened.
    void open.opening.then(
      (connection) => connection.cancel(),
      () => undefined,
    );
  }

  #connection(number: number): OpenConnection {
    const open = this.#connections.get(number);
    if (open === undefined) throw new Error(`no connection ${number}`);
    return open;
  }

  #result({ connection, statement }: StatementName): ResultSet {
    const { result } = this.#connection(connection);
    if (result?.statement !== statement) throw new Error(`statement ${statement} has no open result`);
    return result.resultSet;
  }
}

interface ReadRows {
  readonly rows: readonly Row[];
  readonly total?: number;
}

async function readRows(resultSet: ResultSet, count: number, timeoutMs: number): Promise<ReadRows> {
  const rows = await resultSet.read(count, { timeoutMs });
  if (rows.length > 0) return { rows };
  return { rows, total: await resultSet.countRows({ timeoutMs }) };
}

/** An error here belongs to the reading of the rows, which the caller has not asked for yet. */
async function firstRows(
  resultSet: ResultSet,
  { timeoutMs, maxRows }: { readonly timeoutMs: number; readonly maxRows: number },
): Promise<NonNullable<Executed['first']>> {
  try {
    const wanted = maxRows === 0 ? FIRST_ROWS : Math.min(FIRST_ROWS, maxRows);
    const { rows, total } = await readRows(resultSet, wanted, timeoutMs);
    if (total !== undefined || rows.length === wanted) return packed(rows, total);
    const next = await readRows(resultSet, wanted - rows.length, timeoutMs);
    return packed([...rows, ...next.rows], next.total);
  } catch (thrown) {
    return { error: toErrorMessage(thrown) };
  }
}

function packed(rows: readonly Row[], total: number | undefined): Batch {
  return { rows: packRows(rows), ...(total !== undefined && { total }) };
}

function tooLong(bytes: number): EngineError {
  const megabytes = (size: number): number => Math.ceil(size / 1_048_576);
  return new EngineError(
    'DuckDB',
    'TooLong',
    `One row of the result takes ${megabytes(bytes)} MB; at most ${megabytes(MAX_REPLY_BYTES)} MB can be handed over.`,
    { hint: 'Select a part of it, such as substring(column, 1, 1000) or list_slice(column, 1, 100).' },
  );
}
