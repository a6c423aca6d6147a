import type { ServerResponse } from 'node:http';

/** Why a request goes no further. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** JSON-RPC error code; -32000 when not given. */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers with the JSON-RPC error that MCP clients expect, whatever the path was. */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const { status, message, code = -32_000, headers = {} } = refusal;
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    // What follows on the connection may be a body that nobody reads.
    connection: 'close',
    ...headers,
  });
  response.end(body);
}
