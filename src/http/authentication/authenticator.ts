import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../gate/refusal.js';
import type { FixedTokens } from './fixed-tokens.js';
import type { Caller, ScopeNames, Verdict } from './caller.js';
import type { OidcVerifier } from './oidc-verifier.js';

/** A JSON Web Token is far below this; more is not worth hashing. In characters. */
const MAX_TOKEN_CHARS = 16_384;

export interface AuthenticatorOptions {
  readonly tokens: Pick<FixedTokens, 'size' | 'nameOf'>;
  readonly oidc?: OidcVerifier;
  readonly scopes: ScopeNames;
  /** URL of the RFC 9728 document, when there is one. */
  readonly resourceMetadataUrl: (request: IncomingMessage) => string | undefined;
}

/** Decides who sends a request by its `Authorization` header alone; a token anywhere else counts for nothing. */
export class Authenticator {
  constructor(private readonly options: AuthenticatorOptions) {}

  /** False when the settings know no way to authenticate; the server then listens on a loopback address only. */
  get required(): boolean {
    return this.options.tokens.size > 0 || this.options.oidc !== undefined;
  }

  async authenticate(request: IncomingMessage): Promise<Caller | Refusal> {
    const headers = request.headersDistinct.authorization ?? [];
    if (headers.length === 0) return this.challenge(request, undefined, 'A bearer token is needed.');
    const [, token] = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(headers[0] ?? '') ?? [];
    if (headers.length > 1 || token === undefined || token.length > MAX_TOKEN_CHARS) {
      return this.challenge(request, 'invalid_request', 'The Authorization header is not one bearer token.');
    }
    const verdict = await this.judge(token);
    switch (verdict.kind) {
      case 'accepted':
        return verdict.caller;
      case 'rejected':
        return this.challenge(request, 'invalid_token', verdict.reason);
      case 'forbidden':
        return { ...this.challenge(request, 'insufficient_scope', verdict.reason), status: 403 };
      case 'unavailable':
        return { status: 503, message: verdict.reason, headers: { 'retry-after': '5' } };
    }
  }

  private async judge(token: string): Promise<Verdict> {
    const { tokens, oidc, scopes } = this.options;
    const name = tokens.nameOf(token);
    if (name !== undefined) {
      return { kind: 'accepted', caller: { name, scopes: [...scopes.read, ...scopes.write] } };
    }
    return (await oidc?.verify(token)) ?? { kind: 'rejected', reason: 'The token is not valid.' };
  }

  private challenge(request: IncomingMessage, error: string | undefined, message: string): Refusal {
    const url = this.options.resourceMetadataUrl(request);
    const { read } = this.options.scopes;
    const parameters = [
      'realm="coradb"',
      ...(error === undefined ? [] : [`error="${error}"`, `error_description="${message}"`]),
      ...(this.options.oidc ? [`scope="${read.join(' ')}"`] : []),
      ...(url === undefined ? [] : [`resource_metadata="${url}"`]),
    ];
    return {
      status: 401,
      code: -32_001,
      message,
      headers: { 'www-authenticate': `Bearer ${parameters.join(', ')}` },
    };
  }
}
