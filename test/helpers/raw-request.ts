import { request, type IncomingHttpHeaders } from 'node:http';

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  /** Sent as it is: may hold what `URL` would tidy up. */
  readonly path?: string;
  /** Replace or, when undefined, remove the usual ones. A list sends a header several times. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: string | Buffer;
}

export const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** A request with every byte under control; `fetch` would refuse a foreign Host and tidy up paths. */
export function send(
  origin: string,
  { method = 'POST', path = '/mcp', headers = {}, body }: RawRequest,
): Promise<RawReply> {
  const { hostname, port } = new URL(origin);
  const usual = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    // Node leaves it out for DELETE, and the body would be the beginning of a second request.
    'content-length': body === undefined ? undefined : String(Buffer.byteLength(body)),
  };
  const merged = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path, headers: Object.fromEntries(merged) },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (chunk: string) => (text += chunk));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(method === 'POST' ? (body ?? PING) : body);
  });
}
