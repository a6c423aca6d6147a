import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { COMMAND } from '../helpers/mcp-session.js';
import { send } from '../helpers/raw-request.js';

/** The numbers stand on the wire as they are here: no JSON library has read them. */
const SQL = 'SELECT CAST(? AS VARCHAR), ? = CAST(9007199254740993 AS BIGINT)';
const ARGUMENTS = `{"database":"e-commerce","sql":${JSON.stringify(SQL)},"params":[{"type":"NUMERIC","value":12345678901234567890.12},9007199254740993]}`;
const ROWS = [['12345678901234567890.12', true]];

function call(meta: string): string {
  return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{${meta}"name":"execute_select","arguments":${ARGUMENTS}}}`;
}

const MODERN = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}},`;

function rowsOf(message: {
  result?: { structuredContent?: { statements?: { rows?: unknown }[] } };
}): unknown {
  return message.result?.structuredContent?.statements?.[0]?.rows ?? message;
}

describe('over HTTP', () => {
  let server: HttpServer;
  beforeAll(async () => void (server = await startHttpServer('express')));
  afterAll(() => server.close());

  it.each([
    ['2025-11-25', ''],
    ['2026-07-28', MODERN],
  ])('numbers are bound as they are written, protocol %s', async (era, meta) => {
    const headers = {
      accept: 'application/json',
      'mcp-protocol-version': era,
      ...(meta !== '' && { 'mcp-method': 'tools/call', 'mcp-name': 'execute_select' }),
    };
    const { text } = await send(server.origin, { body: call(meta), headers });
    expect(rowsOf(JSON.parse(text))).toEqual(ROWS);
  });
});

describe('over stdio', () => {
  it.each([
    ['2025-11-25', ''],
    ['2026-07-28', MODERN],
  ])('numbers are bound as they are written, protocol %s', async (_era, meta) => {
    const child = spawn(process.execPath, [COMMAND, '--embedded'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`;
    child.stdin.write(`${meta === '' ? initialize : ''}${call(meta)}\n`);
    for await (const line of createInterface(child.stdout)) {
      const message = JSON.parse(line);
      if (message.id !== 7) continue;
      expect(rowsOf(message)).toEqual(ROWS);
      break;
    }
    child.stdin.end();
    await once(child, 'exit');
  });
});
