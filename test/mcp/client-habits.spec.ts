import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recorded } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';
import { PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { ERAS, openInProcess, type McpSession } from '../helpers/mcp-session.js';
import { send } from '../helpers/raw-request.js';

const SELECT = { database: 'e-commerce', sql: 'SELECT 1' };
const HOST_INPUTS = { toolCallId: 'c-1', sessionId: 's', action: 'sendMessage', chatInput: { text: 'hi' } };
const IGNORED = Object.keys(HOST_INPUTS);

describe.each(ERAS)('what clients add to or leave in the inputs of a tool, protocol %s', (era) => {
  let session: McpSession;
  beforeAll(async () => {
    session = await openInProcess(era, { ignoreInputs: ['toolCallId'] });
  });
  afterAll(() => session.close());

  it('null for an optional input is the same as none', async () => {
    const nulls = {
      maxRows: null,
      startRow: null,
      timeoutMs: null,
      params: null,
      host: null,
      password: null,
    };
    const { isError, document, text } = await session.call('execute_select', { ...SELECT, ...nulls });
    expect(isError, text).toBe(false);
    expect(document.statements[0].rows).toEqual([[1]]);
    const described = await session.call('describe_schema', {
      database: 'e-commerce',
      object: 'product',
      detail: null,
      format: null,
      refresh: null,
    });
    expect(described.document).toMatchObject({ format: 'text', detail: 'full' });
  });

  it('null as a value of params stays NULL, and null for what is required is missing', async () => {
    const value = await session.call('execute_select', { ...SELECT, sql: 'SELECT ?', params: [null] });
    expect(value.document.statements[0].rows).toEqual([[null]]);
    const { document } = await session.call('execute_select', { ...SELECT, sql: null });
    expect(document.error).toMatchObject({
      layer: 'input',
      message: '"sql" is missing: it must be text.',
    });
  });

  it('an input that no tool has is refused unless a setting names it, letter for letter', async () => {
    const dropped = await session.call('execute_select', { ...SELECT, toolCallId: 'c-1' });
    expect(dropped.isError, dropped.text).toBe(false);
    for (const other of ['toolcallid', 'toolCallId2', 'sessionId']) {
      const { isError, document } = await session.call('execute_select', { ...SELECT, [other]: 'x' });
      expect(isError).toBe(true);
      expect(document.error).toMatchObject({
        layer: 'input',
        message: expect.stringMatching(`^Unrecognized key: "${other}"; allowed keys: sql, database`),
        hint: expect.stringContaining(`CORADB_IGNORE_INPUTS=${other}`),
      });
    }
  });

  it('the refusal names all of them for the setting', async () => {
    const added = { sessionId: 's', action: 'a', chatInput: 'c', runId: 'r' };
    const { document } = await session.call('execute_select', { ...SELECT, ...added });
    expect(document.error.hint).toContain('CORADB_IGNORE_INPUTS=sessionId,action,chatInput,runId lets');
  });

  it('a setting never drops an input that a tool has', async () => {
    const strange = await openInProcess(era, { ignoreInputs: ['database', 'sql', ...IGNORED] });
    const { document } = await strange.call('execute_select', { ...SELECT, ...HOST_INPUTS });
    expect(document.statements[0].rows).toEqual([[1]]);
    const wrong = await strange.call('execute_select', { ...SELECT, database: 'nope' });
    expect(wrong.isError).toBe(true);
    await strange.close();
  });

  it('halves of surrogate pairs that come in are refused or replaced, never repeated', async () => {
    const half = '\ud83d';
    for (const given of [
      { sql: `SELECT '${half}'` },
      { params: [half] },
      { params: [{ type: half, value: 1 }] },
    ]) {
      const reply = await session.call('execute_select', { ...SELECT, sql: 'SELECT ?', ...given });
      expect(reply.document.error).toMatchObject({
        layer: 'input',
        message: expect.stringContaining('U+D83D'),
      });
      expect(JSON.stringify(reply)).not.toMatch(/\\ud[89a-f]/i);
    }
    const unknown = await session.call('execute_select', { ...SELECT, [half]: 1 });
    expect(unknown.document.error.message.isWellFormed()).toBe(true);
    await expect(session.client.callTool({ name: `x${half}`, arguments: {} })).rejects.toThrow(
      'Unknown tool: x\ufffd',
    );
  });

  it('the tools for ArangoDB take the same', async () => {
    const server = await ArangoReplayServer.start();
    const env = { ARANGO_URL: server.url, CORADB_IGNORE_INPUTS: IGNORED.join(',') };
    const arango = await openApplication(era, env);
    server.load(recorded('HttpGharialList'));
    const nulls = { database: null, maxRuntime: null };
    const listed = await arango.call('arango_list_graphs', { ...nulls, ...HOST_INPUTS });
    expect(listed.isError, listed.text).toBe(false);
    const refused = await arango.call('arango_read_query', { query: 'RETURN 1', limit: '10' });
    expect(refused.document).toEqual({
      error: {
        layer: 'input',
        message: '"limit" must be a number, not the text "10". Send 10 without quotes around it.',
      },
    });
    await arango.close();
    await server.close();
  });
});

describe.each(PLATFORMS)('requests of shapes that clients send over HTTP on %s', (platform) => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer(platform);
  });
  afterAll(() => server.close());

  const META_2026 = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'my-app', version: '1.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const ask = async (method: string, params: unknown, headers: Record<string, string> = {}) => {
    const { status, text } = await send(new URL(server.url).origin, {
      headers: { accept: 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return { status, reply: JSON.parse(text) };
  };

  it.each([
    ['params', null],
    ['_meta', { _meta: null }],
    ['a cursor', { cursor: null }],
  ])('null for %s is the same as none', async (_name, params) => {
    const { status, reply } = await ask('tools/list', params, { 'mcp-protocol-version': '2025-11-25' });
    expect(status).toBe(200);
    expect(reply.result.tools).toHaveLength(5);
  });

  it('null for arguments and a progress token is the same as none', async () => {
    const headers = { 'mcp-protocol-version': '2025-11-25' };
    const call = { name: 'execute_select', arguments: null, _meta: { progressToken: null } };
    const { status, reply } = await ask('tools/call', call, headers);
    expect(status).toBe(200);
    expect(reply.result.structuredContent.error.message).toBe('"sql" is missing: it must be text.');
  });

  it('null is the same as none in the envelope of 2026-07-28', async () => {
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'execute_select',
    };
    const meta = { ...META_2026, progressToken: null };
    const params = { name: 'execute_select', arguments: { ...SELECT, maxRows: null }, _meta: meta };
    const { status, reply } = await ask('tools/call', params, headers);
    expect(status).toBe(200);
    expect(reply.result.structuredContent.statements[0].rows).toEqual([[1]]);
  });
});
