import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';
import { embeddedEngine } from './engine/engines.js';
import { describeEngine } from './engine-suite.js';
import { DATABASE, type OpenSession } from './open-session.js';

/** What every transport must do alike, in both protocol eras: the list of tools, and all that an engine must do. */
export function describeTools(transport: string, open: OpenSession): void {
  describe.each(ERAS)(`the tools over ${transport}, protocol %s`, (era) => {
    let session: McpSession;
    beforeAll(async () => {
      session = await open(era);
    });
    afterAll(() => session?.close());

    it('negotiates the era and lists the five tools', async () => {
      expect(session.client.getNegotiatedProtocolVersion()).toBe(era);
      expect(session.client.getServerCapabilities()?.tools?.listChanged).not.toBe(true);
      const { tools } = await session.client.listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual([
        'connection_info',
        'describe_schema',
        'execute_select',
        'execute_sql',
        'explain_query',
      ]);
      for (const tool of tools) {
        expect(tool.inputSchema.additionalProperties).toBe(false);
        expect(tool.annotations?.title).toBeTruthy();
        expect(tool.annotations?.readOnlyHint).toBe(tool.name !== 'execute_sql');
        expect(tool.outputSchema?.type).toBe('object');
      }
    });

    it('keeps the five definitions under 6,000 characters and the instructions under 120 words', async () => {
      const { tools } = await session.client.listTools();
      const sizes = tools.map(({ name, description, inputSchema }) =>
        JSON.stringify({ name, description, inputSchema }),
      );
      expect(sizes.join('').length).toBeLessThan(6_000);
      const words = (session.client.getInstructions() ?? '').split(/\s+/);
      expect(words.length).toBeGreaterThan(20);
      expect(words.length).toBeLessThanOrEqual(120);
    });

    it('reads lists and their operators on the embedded database', async () => {
      const sql = "SELECT [1, 2, 3] @> [1] AS has, ['a;b', 'c'][1] AS item";
      const { document } = await session.call('execute_select', { database: 'e-commerce', sql });
      expect(document.statements[0].rows).toEqual([[true, 'a;b']]);
    });

    it('refuses a broker address on the embedded database', async () => {
      const { isError, document } = await session.call('execute_select', {
        ...DATABASE,
        sql: 'SELECT 1',
        host: 'prod.example',
      });
      expect(isError).toBe(true);
      expect(document.statements).toBeUndefined();
    });
  });

  describeEngine(embeddedEngine(transport, open));
}
