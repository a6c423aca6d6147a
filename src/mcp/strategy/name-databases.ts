import type { McpServer } from '@modelcontextprotocol/server' with { 'resolution-mode': 'require' };
import { wrapHandlers, type Handler } from './wrap-handlers.js';

interface ListedTool {
  readonly name: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
}

/** Most that a definition says about the databases there are, in characters: every model pays for it in every tool. */
const MOST_CHARS = 100;

/**
 * Lets the definitions of tools say which databases there are. One that is alone is the default; otherwise a call must
 * name one.
 * @param toolNames the tools whose `database` is meant
 * @param known names of the databases, empty when none is known
 */
export function nameDatabases(
  server: McpServer,
  toolNames: ReadonlySet<string>,
  known: () => Promise<readonly string[]>,
): McpServer {
  const naming =
    (handler: Handler): Handler =>
    async (request, context) => {
      const { tools, ...rest } = (await handler(request, context)) as {
        readonly tools: readonly ListedTool[];
      };
      const names = await known();
      return { ...rest, tools: tools.map((tool) => (toolNames.has(tool.name) ? named(tool, names) : tool)) };
    };
  return wrapHandlers(server, { 'tools/list': naming });
}

function named(tool: ListedTool, names: readonly string[]): ListedTool {
  const { properties = {}, required = [], ...rest } = tool.inputSchema;
  const { database, ...others } = properties;
  if (!database) return tool;
  const description = said(names);
  const mandatory = names.length === 1 ? required : ['database', ...required];
  return {
    ...tool,
    inputSchema: {
      ...rest,
      properties: { database: { ...database, ...(description !== undefined && { description }) }, ...others },
      ...(mandatory.length > 0 && { required: mandatory }),
    },
  };
}

function said(names: readonly string[]): string | undefined {
  const [first] = names;
  if (first === undefined) return undefined;
  if (names.length === 1) return `Default: ${first}`;
  const shown = names.filter((_name, at) => names.slice(0, at + 1).join(', ').length <= MOST_CHARS);
  const left = names.length - shown.length;
  return left === 0
    ? shown.join(' or ')
    : `One of ${names.length}, such as ${shown.join(', ')}; a call without it lists them`;
}
