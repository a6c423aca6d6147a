import type { Tool } from '@modelcontextprotocol/client';

/** What a JSON Schema of an input says, as far as the definitions use it. */
interface InputSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: InputSchema;
  readonly anyOf?: readonly InputSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

function typeOf({ type, enum: words, items, anyOf, minimum, maximum }: InputSchema): string {
  if (words) return words.map((word) => `\`${String(word)}\``).join(', ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (type === 'array') return items && typeOf(items) !== 'any' ? `array of ${typeOf(items)}` : 'array';
  const range = [minimum, maximum].map((bound) =>
    Math.abs(bound ?? 2 ** 53) < 2 ** 53 - 1 ? bound : undefined,
  );
  const name = typeof type === 'string' ? type : (type?.join(' or ') ?? 'any');
  if (range[0] === undefined && range[1] === undefined) return name;
  return `${name} ${range[0] === undefined ? '' : `from ${range[0]}`} ${range[1] === undefined ? '' : `to ${range[1]}`}`;
}

function effect({ annotations }: Tool): string {
  if (annotations?.readOnlyHint === true) return 'Reads only.';
  return annotations?.destructiveHint === true ? 'Changes data, and may remove some.' : 'Changes data.';
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');
}

/** `docs/tools.md`: each tool with its title, description and inputs, below a heading for each group. */
export function toolsDocument(
  head: string,
  groups: readonly { readonly title: string; readonly tools: readonly Tool[] }[],
): string {
  const parts = groups.flatMap(({ title, tools }) => [
    `## ${title}`,
    ...tools.map((tool) => {
      const { properties = {}, required = [] } = tool.inputSchema;
      const rows = Object.entries(properties as Record<string, InputSchema>).map(
        ([name, schema]) =>
          `| \`${name}\` | ${required.includes(name) ? 'yes' : ''} | ${cell(typeOf(schema))} | ${cell(schema.description ?? '')} |`,
      );
      const table =
        rows.length === 0
          ? 'No inputs.'
          : `| Input | Required | Type | |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
      return `### ${tool.name}\n\n${(tool.description ?? '').replaceAll('<', '&lt;')}\n\n${effect(tool)}\n\n${table}`;
    }),
  ]);
  return [head.trimEnd(), ...parts].join('\n\n');
}
