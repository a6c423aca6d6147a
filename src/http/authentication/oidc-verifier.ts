import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { ScopeNames, Verdict } from './caller.js';
import { discoverKeys, IssuerUnavailableError } from './oidc-discovery.js';

/** Signatures with a key pair only: with a shared secret, everybody who can check a token could make one. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Clocks of issuer and server may differ by this, in seconds. */
const CLOCK_TOLERANCE_S = 5;
/** How long keys are used before they are fetched anew, in ms; an unknown key ID fetches them earlier. */
const KEYS_MAX_AGE_MS = 600_000;
/** Shortest time between two fetches because of unknown key IDs, in ms: tokens with invented ones must not cause load. */
const KEYS_COOLDOWN_MS = 10_000;
const FETCH_TIMEOUT_MS = 5_000;

export interface OidcOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly scopes: ScopeNames;
  /** Shortest time between two fetches because of unknown key IDs, in ms. */
  readonly keysCooldownMs?: number;
}

/** Verifies OAuth 2 access tokens that are JSON Web Tokens (RFC 9068): signature, issuer, audience, expiry, scopes. */
export class OidcVerifier {
  private keys?: Promise<JWTVerifyGetKey>;

  constructor(private readonly options: OidcOptions) {}

  async verify(token: string): Promise<Verdict> {
    try {
      const { issuer, audience } = this.options;
      const { payload } = await jwtVerify(token, await this.keySource(), {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_TOLERANCE_S,
      });
      return this.authorize(payload);
    } catch (error) {
      return verdictOf(error);
    }
  }

  private authorize(payload: JWTPayload): Verdict {
    const { read, write } = this.options.scopes;
    const held = scopesOf(payload);
    const may = (wanted: readonly string[]): boolean => wanted.every((scope) => held.includes(scope));
    if (!may(read) && !may(write)) {
      return { kind: 'forbidden', reason: `The token lacks the scope: ${read.join(' ')}.` };
    }
    const name = payload.sub ?? (typeof payload.client_id === 'string' ? payload.client_id : 'unnamed');
    return { kind: 'accepted', caller: { name, scopes: held } };
  }

  /** Discovery happens once; when it fails the next token tries again. */
  private async keySource(): Promise<JWTVerifyGetKey> {
    this.keys ??= discoverKeys(this.options.issuer, FETCH_TIMEOUT_MS).then((url) =>
      createRemoteJWKSet(url, {
        timeoutDuration: FETCH_TIMEOUT_MS,
        cacheMaxAge: KEYS_MAX_AGE_MS,
        cooldownDuration: this.options.keysCooldownMs ?? KEYS_COOLDOWN_MS,
      }),
    );
    try {
      return await this.keys;
    } catch (error) {
      this.keys = undefined;
      throw error;
    }
  }
}

/** `scope` is text with blanks (RFC 9068); Entra ID and Okta write `scp`, as text or as a list. */
function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  return [scope, scp].flatMap((claim): string[] => {
    if (typeof claim === 'string') return claim.split(' ').filter((part) => part !== '');
    return Array.isArray(claim) ? claim.filter((part) => typeof part === 'string') : [];
  });
}

function verdictOf(error: unknown): Verdict {
  if (error instanceof IssuerUnavailableError || error instanceof errors.JWKSTimeout) {
    return { kind: 'unavailable', reason: 'The issuer of the tokens does not answer; try again.' };
  }
  if (error instanceof errors.JWTExpired) return { kind: 'rejected', reason: 'The token has expired.' };
  if (error instanceof errors.JWTClaimValidationFailed) {
    return {
      kind: 'rejected',
      reason: `The claim ${error.claim} of the token is not what this server needs.`,
    };
  }
  if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') {
    return { kind: 'rejected', reason: 'The token is not valid.' };
  }
  return { kind: 'unavailable', reason: 'The keys of the issuer cannot be fetched; try again.' };
}
