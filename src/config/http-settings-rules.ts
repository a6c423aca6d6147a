import type { HttpSettings } from './http-settings.js';
import { isLoopback } from './loopback.js';

const PATH = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;
/** RFC 6750 §2.1, with an optional name in front. */
const TOKEN = /^(?:[A-Za-z0-9._-]+:)?[A-Za-z0-9\-._~+/]+=*$/;
const TAKEN_PATHS = ['/health', '/.well-known'];

/** Rules that one decorator cannot express. @returns one line a problem; a token is never repeated */
export function httpProblems(settings: HttpSettings): readonly string[] {
  return [
    ...pathProblems(settings.path),
    ...(settings.tokens ?? []).flatMap((token, index) =>
      TOKEN.test(token)
        ? []
        : [
            `CORADB_HTTP_TOKENS=(hidden): entry ${index + 1} must be a token of letters, digits and -._~+/=, or name:token`,
          ],
    ),
    ...oidcProblems(settings),
    ...(settings.proxyHeader === 'forwarded' && settings.trustedProxies === undefined
      ? ['CORADB_HTTP_PROXY_HEADER=forwarded: is used with CORADB_HTTP_TRUSTED_PROXIES only']
      : []),
  ];
}

/**
 * What forbids serving with these settings: an address that other machines reach, without authentication.
 * Only `--http` asks.
 */
export function exposureProblems(settings: HttpSettings): readonly string[] {
  const authenticated = settings.tokens ?? settings.tokensFile ?? settings.oidcIssuer;
  if (isLoopback(settings.host) || authenticated !== undefined) return [];
  return [
    `CORADB_HTTP_HOST=${settings.host}: other machines can reach this address, so calls must be authenticated: ` +
      'set CORADB_HTTP_TOKENS, CORADB_HTTP_TOKENS_FILE or CORADB_HTTP_OIDC_ISSUER',
  ];
}

/** True for one token, or name and token, as the settings take them. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

function pathProblems(path: string): readonly string[] {
  if (!PATH.test(path)) {
    return [
      `CORADB_HTTP_PATH=${path}: must be a path such as /mcp, of letters, digits, "-", "_", "." and "/"`,
    ];
  }
  const taken = TAKEN_PATHS.find((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  return taken ? [`CORADB_HTTP_PATH=${path}: ${taken} is used for something else`] : [];
}

function oidcProblems({ oidcIssuer, oidcAudience }: HttpSettings): readonly string[] {
  const problems: string[] = [];
  if (oidcIssuer !== undefined && oidcAudience === undefined) {
    problems.push('CORADB_HTTP_OIDC_AUDIENCE: must be set together with CORADB_HTTP_OIDC_ISSUER');
  }
  if (oidcIssuer === undefined && oidcAudience !== undefined) {
    problems.push('CORADB_HTTP_OIDC_ISSUER: must be set together with CORADB_HTTP_OIDC_AUDIENCE');
  }
  return problems;
}
