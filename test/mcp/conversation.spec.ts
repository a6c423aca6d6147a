import { describe, expect, it } from 'vitest';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type McpSession, type ToolReply } from '../helpers/mcp-session.js';

/** All that a model reads in the conversation below, in characters: instructions, definitions and replies. */
const MOST_CHARS = 13_000;

/** A reader who was told nothing but the tools: every name it uses comes from a text that it was given before. */
class Newcomer {
  calls = 0;
  chars = 0;

  private constructor(
    private readonly session: McpSession,
    private readonly definitions: string,
  ) {}

  static async meet(session: McpSession): Promise<Newcomer> {
    const { tools } = await session.client.listTools();
    const definitions = tools
      .map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }))
      .join('\n');
    const newcomer = new Newcomer(session, definitions);
    newcomer.chars = definitions.length + (session.client.getInstructions() ?? '').length;
    return newcomer;
  }

  /** The tool whose definition speaks of something. */
  tool(about: RegExp): string {
    const line = this.definitions.split('\n').find((each) => about.test(each)) ?? '';
    return (JSON.parse(line) as { name: string }).name;
  }

  async call(tool: string, args: Record<string, unknown>): Promise<ToolReply> {
    const reply = await this.session.call(tool, args);
    this.calls += 1;
    this.chars += reply.text.length;
    return reply;
  }
}

/** What stands in the schema, or the conversation has failed. */
function found(pattern: RegExp, text: string): readonly string[] {
  const match = pattern.exec(text);
  if (!match) throw new Error(`nothing like ${String(pattern)} was said`);
  return match.slice(1);
}

describe.each(ERAS)('a conversation of somebody who was told only the tools, protocol %s', (era) => {
  it('finds the database and the schema, answers three questions, makes a mistake and mends it', async () => {
    const session = await openApplication(era, { CORADB_DRIVER: 'embedded' });
    const newcomer = await Newcomer.meet(session);
    const read = newcomer.tool(/"Runs one or more SELECTs/);
    const rows = async (sql: string) => {
      const { isError, document } = await newcomer.call(read, { sql });
      expect(isError).toBe(false);
      return document.statements[0].rows as unknown;
    };

    // The database need not be known: there is one.
    const { text: schema } = await newcomer.call(newcomer.tool(/"detail"/), { detail: 'summary' });
    expect(found(/database (\S+) as/, schema)).toEqual(['e-commerce']);

    // How many products are there? README: about 2,272.
    const [product = ''] = found(/VERTEX TABLE \w+\.(\w+) COMMENT 'What the shop sells'/, schema);
    expect(await rows(`SELECT COUNT(*) FROM ${product}`)).toEqual([[2272]]);

    // Which category has the most of them? The edge says which tables it joins. README: 390 hoodies and sweatshirts.
    const [edge = '', from = '', to = ''] = found(
      /EDGE TABLE \w+\.(\w+) FROM \w+\.(\w+) \(\w+\) TO \w+\.(\w+) \(\w+\) COMMENT 'Which product is in which category'/,
      schema,
    );
    const pattern = `(p:${from})-[:${edge}]->(c:${to})`;
    const most = `SELECT c.name, COUNT(p) AS n FROM MATCH ${pattern} GROUP BY c.name ORDER BY n DESC LIMIT 1`;
    expect(await rows(most)).toEqual([['Hoodies & Sweatshirts', 390]]);

    // How many orders were made? The serial that numbers them stands one further.
    const [orders = ''] = found(/\nTABLE \w+\.(\w+) COMMENT 'One row per order'/, schema);
    const [next = ''] = found(/SERIAL \S+ NEXT (\d+)/, schema);
    expect(await rows(`SELECT COUNT(*) FROM ${orders}`)).toEqual([[Number(next) - 1]]);

    // A mistake: a column that is called otherwise. The error names those there are, the nearest first.
    const dearest = (column: string) => `SELECT ${column} FROM ${product} ORDER BY ${column} DESC LIMIT 1`;
    const mistake = await newcomer.call(read, { sql: dearest('price') });
    expect(mistake.isError).toBe(true);
    const [column = ''] = found(/\bhas (\w+)/, mistake.document.error.hint as string);
    expect(await rows(dearest(column))).toEqual([[893]]);

    expect(newcomer.calls).toBe(6);
    expect(newcomer.chars).toBeLessThan(MOST_CHARS);
    await session.close();
  });
});
