import type { IncomingMessage, ServerResponse } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { HttpSettings } from '../../config/http-settings.js';
import { isLoopback } from '../../config/loopback.js';
import type { Refusal } from './refusal.js';

const CORS_METHODS = 'GET, POST';
const CORS_HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
  'traceparent',
  'tracestate',
  'x-coradb-user',
  'x-coradb-password',
].join(', ');

/**
 * Checks `Host` and `Origin`: together they stop a web page that made its own name resolve to this machine
 * (DNS rebinding). Programs that are no browsers send no Origin; pages of allowed origins get CORS headers.
 */
export class OriginCheck {
  private readonly hosts: string[];
  private readonly origins: readonly string[] | undefined;

  constructor({ host, allowedHosts, allowedOrigins }: HttpSettings) {
    this.hosts = (allowedHosts ?? [...localhostAllowedHostnames(), host]).map(asInHeader);
    this.origins = allowedOrigins?.map((origin) => origin.toLowerCase());
  }

  check(request: IncomingMessage): Refusal | undefined {
    const hosts = request.headersDistinct.host ?? [];
    if (hosts.length !== 1 || !validateHostHeader(hosts[0], this.hosts).ok) {
      return { status: 403, message: 'The Host header names a host that this server does not answer for.' };
    }
    const origins = request.headersDistinct.origin ?? [];
    if (origins.length > 1 || origins.some((origin) => !this.isAllowed(origin))) {
      return { status: 403, message: 'Pages of this Origin may not call this server.' };
    }
    return undefined;
  }

  /** Lets the pages of an allowed origin read the reply. @returns true when the request was answered: a preflight */
  answerCors(request: IncomingMessage, response: ServerResponse): boolean {
    const { origin } = request.headers;
    if (origin === undefined) return false;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('vary', 'origin');
    response.setHeader('access-control-expose-headers', 'www-authenticate, mcp-session-id, retry-after');
    if (request.method !== 'OPTIONS') return false;
    response.writeHead(204, {
      'access-control-allow-methods': CORS_METHODS,
      'access-control-allow-headers': CORS_HEADERS,
      'access-control-max-age': '600',
    });
    response.end();
    return true;
  }

  private isAllowed(origin: string): boolean {
    if (this.origins) return this.origins.includes(origin.toLowerCase());
    return URL.canParse(origin) && /^https?:/i.test(origin) && isLoopback(new URL(origin).hostname);
  }
}

/** A name or address as it is compared with the `Host` header: an IPv6 address in brackets, a name in ASCII. */
function asInHeader(name: string): string {
  const url = `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}`;
  return URL.canParse(url) ? new URL(url).hostname : name.toLowerCase();
}
