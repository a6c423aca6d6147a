import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { HttpSettings } from '../../config/http-settings.js';
import { isLoopback } from '../../config/loopback.js';
import type { Refusal } from './refusal.js';
import { shortened } from '../../text/cut-text.js';

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

/** Longest piece of a header that a message repeats, in characters: the longest host name. */
const MAX_SHOWN = 253;
/** Refused names that are logged at most. */
const MAX_LOGGED = 100;

/**
 * Checks `Host` and `Origin`: together they stop a web page that made its own name resolve to this machine
 * (DNS rebinding). Programs that are no browsers send no Origin; pages of allowed origins get CORS headers.
 */
export class OriginCheck {
  private readonly hosts: string[];
  private readonly origins: readonly string[] | undefined;

  /** What was logged already: a client that tries again and again must not fill the log. */
  private readonly logged = new Set<string>();

  constructor(
    { host, allowedHosts, allowedOrigins }: HttpSettings,
    private readonly log: Pick<Logger, 'warn'> = new Logger('HTTP'),
  ) {
    this.hosts = (allowedHosts ?? [...localhostAllowedHostnames(), host]).map(asInHeader);
    this.origins = allowedOrigins?.map((origin) => origin.toLowerCase());
  }

  check(request: IncomingMessage): Refusal | undefined {
    const hosts = request.headersDistinct.host ?? [];
    if (hosts.length !== 1 || !validateHostHeader(hosts[0], this.hosts).ok) {
      return this.refuse('Host', hosts, 'This server does not answer for', 'CORADB_HTTP_ALLOWED_HOSTS');
    }
    const origins = request.headersDistinct.origin ?? [];
    if (origins.length > 1 || origins.some((origin) => !this.isAllowed(origin))) {
      return this.refuse('Origin', origins, 'Pages may not call from', 'CORADB_HTTP_ALLOWED_ORIGINS');
    }
    return undefined;
  }

  /** Says what was refused and which setting would allow it, to the client and, once for each name, in the log. */
  private refuse(header: string, values: readonly string[], no: string, setting: string): Refusal {
    const named =
      values.length === 0 ? `a request without ${header}` : `the ${header} ${shown(values.join(', '))}`;
    const message = `${no} ${named} (${setting}).`;
    if (this.logged.size < MAX_LOGGED && !this.logged.has(message)) {
      this.logged.add(message);
      this.log.warn(`403: ${message}`);
    }
    return { status: 403, message };
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

/** A header as a message shows it: no control character leaves, and no more than a name has. */
function shown(value: string): string {
  return JSON.stringify(shortened(value, MAX_SHOWN));
}

/** A name or address as it is compared with the `Host` header: an IPv6 address in brackets, a name in ASCII. */
function asInHeader(name: string): string {
  const url = `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}`;
  return URL.canParse(url) ? new URL(url).hostname : name.toLowerCase();
}
