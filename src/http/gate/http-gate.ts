import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticator } from '../authentication/authenticator.js';
import type { Caller } from '../authentication/caller.js';
import type { OriginCheck } from './origin-check.js';
import type { RateLimit } from './rate-limit.js';
import { sendRefusal } from './refusal.js';

/** Node's request with the property in which mcp-nest looks for the caller. */
export type CalledRequest = IncomingMessage & { user?: Caller };

export interface HttpGateOptions {
  readonly origin: OriginCheck;
  readonly rate: RateLimit;
  readonly authenticator: Authenticator;
  /** Exact paths that need no authentication: health checks and metadata. */
  readonly openPaths: readonly string[];
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
    const { origin, rate, authenticator, openPaths } = this.options;
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cache-control', 'no-store');
    const refusal = origin.check(request) ?? rate.take(request.socket.remoteAddress ?? '');
    if (refusal) return refuse(response, refusal);
    if (origin.answerCors(request, response)) return false;
    // A request may not bring its own idea of who sends it.
    delete request.user;
    const [path = ''] = (request.url ?? '').split('?');
    if (!authenticator.required || (openPaths.includes(path) && request.method === 'GET')) return true;
    const answer = await authenticator.authenticate(request);
    if ('status' in answer) return refuse(response, answer);
    request.user = answer;
    return true;
  }
}

function refuse(response: ServerResponse, refusal: Parameters<typeof sendRefusal>[1]): false {
  sendRefusal(response, refusal);
  return false;
}
