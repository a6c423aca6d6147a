import { afterAll, beforeAll, type TestContext } from 'vitest';
import type { Era, McpSession, ToolReply } from '../../helpers/mcp-session.js';
import { readReply } from '../../helpers/mcp-session.js';
import type { EngineUnderTest } from './engine-under-test.js';

/** A table that no database has; the tests make it within the transactions they roll back. */
export const TABLE = `t_mcp_${process.pid}`;

/** One session with a server on the engine, shared by the tests of a protocol era. */
export class EngineSession {
  #session: McpSession | undefined;

  /** Registers the hooks that open and close the session: call it within `describe`. */
  constructor(
    readonly engine: EngineUnderTest,
    readonly era: Era,
  ) {
    beforeAll(async () => {
      this.#session = await engine.open(era);
    });
    afterAll(() => this.#session?.close());
  }

  get mcp(): McpSession {
    if (this.#session === undefined) throw new Error('the session is not open');
    return this.#session;
  }

  call(tool: string, args: Record<string, unknown> = {}): Promise<ToolReply> {
    return this.mcp.call(tool, { ...this.engine.login, ...args });
  }

  select(sql: string, more: Record<string, unknown> = {}): Promise<ToolReply> {
    return this.call('execute_select', { sql, ...more });
  }

  execute(sql: string, more: Record<string, unknown> = {}): Promise<ToolReply> {
    return this.call('execute_sql', { sql, ...more });
  }

  /** Rows of a SELECT that must succeed. */
  async rows(sql: string): Promise<unknown[][]> {
    const { isError, document, text } = await this.select(sql);
    if (isError) throw new Error(text);
    return document.statements[0].rows;
  }

  /** The stock of a product of the sample shop. */
  async stockOf(id: number): Promise<unknown> {
    return (await this.rows(`SELECT units_in_stock FROM product WHERE id = ${id}`))[0]?.[0];
  }

  /** A call that is cancelled by the client once the server says that it works on the statement. */
  async cancelIn(statement: number, tool: string, sql: string): Promise<void> {
    const cancel = new AbortController();
    await this.mcp.client
      .callTool(
        { name: tool, arguments: { ...this.engine.login, sql } },
        {
          signal: cancel.signal,
          timeout: 60_000,
          onprogress: ({ message }) => {
            if (message?.startsWith(`statement ${statement} of `)) cancel.abort();
          },
        },
      )
      .then(readReply);
  }
}

/** Skips a test that would save something where nothing may be saved, and says so. */
export function needsSaving(context: TestContext, { saves }: EngineUnderTest): void {
  if (!saves) context.skip('nothing may be saved on this server');
}

/** Skips a test about the sample shop where there is none, and says so. */
export function needsSample(context: TestContext, { sample }: EngineUnderTest): void {
  if (!sample) context.skip('this database does not hold the sample shop');
}
