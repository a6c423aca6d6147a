import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddresses } from '../../address/client-address.js';
import { ALLOWED_METHODS, METHOD_NOT_ALLOWED } from '../../mcp/http-route/http-controller.js';
import type { Authenticator } from '../authentication/authenticator.js';
import type { Caller } from '../authentication/caller.js';
import type { OriginCheck } from './origin-check.js';
import type { RateLimit } from './rate-limit.js';
import { sendRefusal, type Refusal } from './refusal.js';

/** `/.well-known/x`, with the path of the endpoint behind it or, as some clients ask, before it. */
const WELL_KNOWN = /(?:^|\/)\.well-known\//;

const WRONG_METHOD: Refusal = {
  status: 405,
  message: METHOD_NOT_ALLOWED,
  headers: { allow: ALLOWED_METHODS },
};

/** Node's request with the property in which mcp-nest looks for the caller. */
export type CalledRequest = IncomingMessage & { user?: Caller };

export interface HttpGateOptions {
  readonly origin: OriginCheck;
  readonly addresses: ClientAddresses;
  readonly rate: RateLimit;
  readonly authenticator: Authenticator;
  /** Exact paths that need no authentication: health checks. Documents under `/.well-known` never do. */
  readonly openPaths: readonly string[];
  /** Path of the MCP endpoint: other methods than its own end here, so that no body parser has a say first. */
  readonly mcpPath: string;
}

/**
 * What every request passes first, on Express and Fastify alike and before its body is read. Whatever is not
 * listed as open needs authentication, paths that do not exist included.
 */
export class HttpGate {
  constructor(private readonly options: HttpGateOptions) {}

  /** A connect-style middleware. */
  readonly handle = (
    request: CalledRequest,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ): void => {
    this.pass(request, response).then((passed) => {
      if (passed) next();
    }, next);
  };

  private async pass(request: CalledRequest, response: ServerResponse): Promise<boolean> {
    const { origin, addresses, rate, authenticator, openPaths, mcpPath } = this.options;
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cache-control', 'no-store');
    const refusal = origin.check(request) ?? rate.take(addresses.of(request) ?? '');
    if (refusal) return refuse(response, refusal);
    if (origin.answerCors(request, response)) return false;
    // A request may not bring its own idea of who sends it.
    delete request.user;
    const [path = ''] = (request.url ?? '').split('?');
    // Who needs a token must be able to read where it comes from, or that there is no such document: only a 404 stops
    // the search for an authorization server (RFC 8414 §3, RFC 9728 §3).
    const isOpen = openPaths.includes(path) || WELL_KNOWN.test(path);
    if (isOpen && (request.method === 'GET' || request.method === 'HEAD')) return true;
    if (authenticator.required) {
      const answer = await authenticator.authenticate(request);
      if ('status' in answer) return refuse(response, answer);
      request.user = answer;
    }
    if (withoutEndSlash(path) === mcpPath && request.method !== ALLOWED_METHODS)
      return refuse(response, WRONG_METHOD);
    return true;
  }
}

function withoutEndSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function refuse(response: ServerResponse, refusal: Refusal): false {
  sendRefusal(response, refusal);
  return false;
}
