import type { Connection } from '../../../src/driver/driver.js';
import { createEmbeddedDriver, type EmbeddedDriver } from '../../../src/driver/embedded/embedded-driver.js';
import type { OpenBlock, RawRequest } from '../broker-requests.js';
import { connectTo, LIMIT, rowsOf } from '../embedded.js';
import { openDatabaseFrame, openRefusedFrame } from '../frame-builder.js';
import { type Answer, type BrokerClient, type BrokerScript, ReplayBroker } from '../replay-broker.js';
import { Cas } from './cas.js';
import { CATALOG_VIEWS } from './catalog-views.js';
import { toFailure } from './wire-errors.js';

interface Worker {
  readonly connection: Connection;
  readonly cas: Cas;
}

/**
 * A database behind a broker that is a real engine: each client works on its own connection of the embedded engine,
 * spoken to in hand-built frames only. Logins, transactions, values, errors, limits and cancelling are DuckDB's; the
 * catalog has CUBRID's names, and error codes are those a CUBRID server would send (engine-behaviour §6).
 *
 * @example
 * const engine = await EngineBroker.start();
 * // … connect to engine.broker.host, engine.broker.port, database e-commerce, user dba …
 * await engine.stop();
 */
export class EngineBroker implements BrokerScript {
  readonly #workers = new Map<number, Worker>();
  readonly #closing: Promise<void>[] = [];
  #broker: ReplayBroker | undefined;

  private constructor(private readonly driver: EmbeddedDriver) {}

  static async start(): Promise<EngineBroker> {
    const engine = new EngineBroker(createEmbeddedDriver());
    const connection = await connectTo(engine.driver);
    for (const sql of CATALOG_VIEWS) await rowsOf(connection, sql);
    await connection.commit(LIMIT);
    await connection.close();
    engine.#broker = await ReplayBroker.start(engine);
    return engine;
  }

  get broker(): ReplayBroker {
    if (this.#broker === undefined) throw new Error('the broker has not started');
    return this.#broker;
  }

  /** Connections of the engine that clients have now. */
  get openConnections(): number {
    return this.#workers.size;
  }

  async openDatabase(block: OpenBlock, client: BrokerClient): Promise<Answer> {
    const { database, user, password } = block;
    try {
      const connection = await connectTo(this.driver, { database, user, password });
      this.#workers.set(client.id, { connection, cas: new Cas(connection, { user, database }) });
      client.pid = 4320 + client.id;
      return { bytes: openDatabaseFrame({ pid: client.pid }) };
    } catch (error) {
      const { code, message } = toFailure(error);
      return { bytes: openRefusedFrame(-2, code, message), thenClose: true };
    }
  }

  async request(request: RawRequest, client: BrokerClient): Promise<Answer> {
    const worker = this.#workers.get(client.id);
    if (worker === undefined) throw new Error(`client ${client.id} is not logged in`);
    // A cancel message interrupts what runs then; between requests there is nothing to interrupt.
    void client.cancelled().then(() => worker.connection.cancel());
    return { bytes: await worker.cas.answer(request) };
  }

  /** What the client has not committed is rolled back. */
  closed(client: BrokerClient): void {
    const worker = this.#workers.get(client.id);
    this.#workers.delete(client.id);
    if (worker !== undefined) this.#closing.push(worker.connection.close());
  }

  async stop(): Promise<void> {
    await this.broker.stop();
    await Promise.all(this.#closing);
    await this.driver.dispose();
  }
}
