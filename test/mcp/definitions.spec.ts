import { describe, expect, it } from 'vitest';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type SettingsEnv } from '../helpers/mcp-session.js';
import { MODEL_APIS, refusals, TOOL_NAME } from '../helpers/model-apis.js';

const ARANGO = { ARANGO_URL: 'http://127.0.0.1:9' };

/** Settings that decide on which tools there are and what they take. */
const SERVERS: readonly (readonly [string, SettingsEnv])[] = [
  ['embedded', { CORADB_DRIVER: 'embedded' }],
  ['a broker', { CORADB_DRIVER: 'broker' }],
  ['a broker with named databases', { CORADB_DRIVER: 'broker', CORADB_DATABASES: 'sales,stock' }],
  ['reading only', { CORADB_DRIVER: 'embedded', CORADB_WRITE_MODE: 'off' }],
  ['dry runs', { CORADB_DRIVER: 'embedded', CORADB_WRITE_MODE: 'dryrun', CORADB_CONFIRM: 'always' }],
  ['ArangoDB, every group', { ...ARANGO, ARANGO_BACKUP_ROOT: '/nowhere' }],
  ['ArangoDB, reading only', { ...ARANGO, ARANGO_WRITE_MODE: 'off' }],
  ['ArangoDB, dry runs', { ...ARANGO, ARANGO_WRITE_MODE: 'dryrun', ARANGO_TOOLS: 'read,write,graph' }],
  ['both', { ...ARANGO, ARANGO_BACKUP_ROOT: '/nowhere', CORADB_DRIVER: 'embedded' }],
];

describe.each(ERAS)('the definitions of all tools, protocol %s', (era) => {
  it.each(SERVERS)('are taken by every model API: %s', async (_title, env) => {
    const session = await openApplication(era, env);
    const { tools } = await session.client.listTools();
    await session.close();
    expect(tools.length).toBeGreaterThan(3);
    const refused = tools.flatMap(({ name, inputSchema, outputSchema }) =>
      MODEL_APIS.flatMap((api) =>
        [inputSchema, outputSchema].flatMap((schema, at) =>
          refusals(api, schema ?? { type: 'object', properties: {} }).map(
            (line) => `${api.name}: ${name} ${at === 0 ? 'input' : 'output'} ${line}`,
          ),
        ),
      ),
    );
    expect(refused).toEqual([]);
    expect(tools.map(({ name }) => name).filter((name) => !TOOL_NAME.test(name))).toEqual([]);
    expect(tools.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
  });
});

describe('the rules of the model APIs', () => {
  /** What each API was reported to refuse, by its name. */
  it.each([
    ['Gemini', { params: { type: 'array', items: { type: ['string', 'null'] } } }],
    ['Gemini', { params: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }],
    ['Gemini', { tags: { type: 'array', items: { type: 'object', properties: { a: { oneOf: [] } } } } }],
    ['Gemini', { seconds: { type: 'number', exclusiveMinimum: 0 } }],
    ['Gemini', { bindVars: { type: 'object', propertyNames: { type: 'string' } } }],
    ['Gemini', { kind: { const: 'double' } }],
    ['Gemini', { depth: { type: 'integer', enum: [1, 2] } }],
    ['Gemini', { tags: { type: 'array' } }],
    ['Gemini', { tags: { type: ['array', 'null'], items: { type: 'string' } } }],
    ['OpenAI, strict off', { tags: { type: 'array' } }],
    ['OpenAI, strict off', { bindVars: { type: 'object', propertyNames: { type: 'string' } } }],
    ['Claude', { shop: { $ref: '#/$defs/shop' } }],
    ['Claude', { 'a name': { type: 'string' } }],
  ])('%s refuses %j', (name, properties) => {
    const api = MODEL_APIS.find((each) => each.name === name);
    expect(api && refusals(api, { type: 'object', properties })).not.toEqual([]);
  });

  it.each(MODEL_APIS)('$name refuses a required input that is none, or alternatives at the top', (api) => {
    const alternatives = { type: 'object', properties: {}, anyOf: [{ required: ['a'] }] };
    const stray = { type: 'object', properties: {}, required: ['a'] };
    const found = [...refusals(api, alternatives), ...refusals(api, stray)];
    expect(found).not.toEqual([]);
  });
});
