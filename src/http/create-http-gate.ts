import { ClientAddresses } from '../address/client-address.js';
import type { HttpSettings } from '../config/http-settings.js';
import { Authenticator } from './authentication/authenticator.js';
import { FixedTokens } from './authentication/fixed-tokens.js';
import { OidcVerifier } from './authentication/oidc-verifier.js';
import { HttpGate } from './gate/http-gate.js';
import { OriginCheck } from './gate/origin-check.js';
import { RateLimit } from './gate/rate-limit.js';
import { metadataUrl } from './protected-resource.js';

/** The gate that the settings ask for. @throws SettingsError when the tokens file cannot be used */
export function createHttpGate(settings: HttpSettings): HttpGate {
  const { oidcIssuer: issuer, oidcAudience: audience } = settings;
  const scopes = { read: settings.oidcScopesRead, write: settings.oidcScopesWrite };
  const oidc =
    issuer !== undefined && audience !== undefined
      ? new OidcVerifier({ issuer, audience, scopes })
      : undefined;
  return new HttpGate({
    origin: new OriginCheck(settings),
    addresses: new ClientAddresses(settings),
    rate: new RateLimit(settings.rateLimit),
    authenticator: new Authenticator({
      tokens: new FixedTokens(settings),
      ...(oidc && { oidc }),
      scopes,
      resourceMetadataUrl: (request) => (oidc ? metadataUrl(settings, request) : undefined),
    }),
    openPaths: ['/health/live', '/health/ready'],
    mcpPath: settings.path,
  });
}
