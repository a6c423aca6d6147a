/** A definition as JSON Schema, below any type. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** One node of a definition, and where it stands: `params/items`. */
interface PlacedNode {
  readonly node: SchemaNode;
  readonly path: string;
  readonly isRoot: boolean;
  /** Below the `items` of an array, at any depth. */
  readonly isElement: boolean;
}

/** What a model API says against a node; undefined when it takes it. */
type Rule = (placed: PlacedNode) => string | undefined;

export interface ModelApi {
  readonly name: string;
  /** Where the rules come from: what the vendor documents, and refusals that people reported with their words. */
  readonly sources: readonly string[];
  readonly rules: readonly Rule[];
}

/** Fields of the `Schema` message, in which a function declaration reaches Gemini; any other is "Cannot find field". */
const GEMINI_FIELDS: ReadonlySet<string> = new Set([
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'example', 'default', 'anyOf'],
  ...['items', 'minItems', 'maxItems', 'properties', 'propertyOrdering', 'required', 'minProperties'],
  ...['maxProperties', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern'],
]);

const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'];
const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

const has = (node: SchemaNode, field: string): boolean => Object.hasOwn(node, field);
const texts = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const oneType: Rule = ({ node }) =>
  !has(node, 'type') || TYPES.has(node.type)
    ? undefined
    : `type ${JSON.stringify(node.type)} is no single type`;

const itemsOfArrays: Rule = ({ node }) =>
  (node.type === 'array') === (typeof node.items === 'object' && node.items !== null)
    ? undefined
    : 'items and type "array" come together';

const alternativesOutsideLists: Rule = ({ node, isElement }) =>
  isElement && ALTERNATIVES.some((field) => has(node, field)) ? 'alternatives below items' : undefined;

const objectAtTheTop: Rule = ({ node, isRoot }) => {
  if (!isRoot) return undefined;
  if (node.type !== 'object') return 'the top is no object';
  const field = [...ALTERNATIVES, 'enum', 'not'].find((each) => has(node, each));
  return field && `${field} at the top`;
};

const requiredAreProperties: Rule = ({ node }) => {
  const properties = (node.properties ?? {}) as SchemaNode;
  const stray = texts(node.required).find((name) => typeof name !== 'string' || !has(properties, name));
  return stray === undefined ? undefined : `requires ${String(stray)}, which is no property`;
};

const withoutReferences: Rule = ({ node }) => {
  const field = ['$ref', '$defs', 'definitions', '$schema', '$id'].find((each) => has(node, each));
  return field && `${field} is not resolved`;
};

/**
 * What each model API that matters refuses. A refusal concerns all tools of the conversation at once, so a definition
 * keeps to what all of them take.
 */
export const MODEL_APIS: readonly ModelApi[] = [
  {
    name: 'Gemini',
    sources: [
      'https://ai.google.dev/api/caching#Schema',
      'https://docs.cloud.google.com/nodejs/docs/reference/generativelanguage/latest/generativelanguage/protos.google.ai.generativelanguage.v1beta.ischema',
      // "Unknown name \"type\" …: Proto field is not repeating, cannot start list."
      'https://github.com/WordPress/ai-provider-for-google/issues/33',
      // "Unknown name \"exclusiveMaximum\" …: Cannot find field."
      'https://github.com/modelcontextprotocol/servers/issues/1624',
      // "items: missing field"; "items: field predicate failed: $type == Type.ARRAY"
      'https://github.com/anomalyco/opencode/issues/48073',
      // A union or anyOf as the element of an array
      'https://github.com/github/copilot-cli/issues/4623',
      'https://github.com/sbroenne/mcp-server-excel/issues/672',
      // "enum: only allowed for STRING type"
      'https://github.com/anomalyco/opencode/issues/12908',
    ],
    rules: [
      ({ node }) => {
        // Every client that speaks to Gemini leaves additionalProperties out, because MCP's own SDKs send it.
        const stray = Object.keys(node).find(
          (field) => !GEMINI_FIELDS.has(field) && field !== 'additionalProperties',
        );
        return stray && `${stray} is no field of Schema`;
      },
      oneType,
      itemsOfArrays,
      alternativesOutsideLists,
      ({ node }) =>
        has(node, 'enum') &&
        (node.type !== 'string' || !texts(node.enum).every((each) => typeof each === 'string' && each !== ''))
          ? 'enum of something else than strings'
          : undefined,
      requiredAreProperties,
    ],
  },
  {
    name: 'OpenAI, strict off',
    sources: [
      'https://platform.openai.com/docs/guides/function-calling',
      // "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"
      'https://github.com/langchain-ai/langchainjs/issues/9804',
      // "In context=('properties', …), array schema missing items."
      'https://github.com/digitalocean-labs/mcp-digitalocean/issues/265',
    ],
    rules: [
      objectAtTheTop,
      ({ node, isRoot }) => (isRoot && !has(node, 'properties') ? 'an object without properties' : undefined),
      ({ node }) => (node.type === 'array' && !has(node, 'items') ? 'array schema missing items' : undefined),
      // Reported for tools whose input is a record of zod.
      ({ node }) => (has(node, 'propertyNames') ? "'propertyNames' is not permitted" : undefined),
    ],
  },
  {
    name: 'Claude',
    sources: [
      'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use',
      // "It rejects reference keywords such as $ref …, top-level oneOf, anyOf, and allOf, and property names outside …"
      'https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes',
      // "input_schema does not support oneOf, allOf, or anyOf at the top level"
      'https://github.com/anthropics/claude-code/issues/5973',
    ],
    rules: [
      objectAtTheTop,
      withoutReferences,
      ({ node }) => {
        const stray = Object.keys((node.properties ?? {}) as SchemaNode).find(
          (name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name),
        );
        return stray === undefined ? undefined : `a property called ${JSON.stringify(stray)}`;
      },
    ],
  },
];

/** Names that all of them take for a tool. */
export const TOOL_NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

/** What the API says against a definition: one line a node and rule, `path: problem`. */
export function refusals(api: ModelApi, definition: SchemaNode): readonly string[] {
  return nodesOf(definition).flatMap((placed) =>
    api.rules.flatMap((rule) => {
      const problem = rule(placed);
      return problem === undefined ? [] : [`${placed.path || '(top)'}: ${problem}`];
    }),
  );
}

function nodesOf(root: SchemaNode): readonly PlacedNode[] {
  const found: PlacedNode[] = [];
  const visit = (value: unknown, path: string, isElement: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as SchemaNode;
    found.push({ node, path, isRoot: path === '', isElement });
    const below = (name: string) => (path === '' ? name : `${path}/${name}`);
    for (const [name, each] of Object.entries((node.properties ?? {}) as SchemaNode))
      visit(each, below(name), isElement);
    if (has(node, 'items')) visit(node.items, below('items'), true);
    for (const field of ['additionalProperties', 'propertyNames', 'not'])
      visit(node[field], below(field), isElement);
    for (const field of ALTERNATIVES) {
      texts(node[field]).forEach((each, at) => visit(each, below(`${field}[${at}]`), isElement));
    }
  };
  visit(root, '', false);
  return found;
}
