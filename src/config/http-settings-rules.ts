import type { CoradbSettings } from './coradb-settings.js';
import type { HttpSettings } from './http-settings.js';
import { isLoopback } from './loopback.js';

const PATH = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;
/** RFC 6750 §2.1, with an optional name in front. */
const TOKEN = /^(?:[A-Za-z0-9._-]+:)?[A-Za-z0-9\-._~+/]+=*$/;
/** Fewer characters could be guessed. */
const TOKEN_CHARS = 16;
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
export function exposureProblems(
  settings: HttpSettings,
  { credentialHelper, askLogin }: Partial<Pick<CoradbSettings, 'credentialHelper' | 'askLogin'>> = {},
): readonly string[] {
  return [
    ...addressProblems(settings),
    ...(credentialHelper === undefined ? [] : [NO_HELPER]),
    ...(askLogin === 'on' ? [NO_PAGE] : []),
  ];
}

/** A login of a person's keychain is for this person alone. */
const NO_HELPER =
  'CORADB_CREDENTIAL_HELPER: is used over stdio only; over HTTP everybody who may call would work with its logins';

const NO_PAGE =
  'CORADB_ASK_LOGIN=on: is used over stdio only; over HTTP this machine need not be that of the person';

function addressProblems(settings: HttpSettings): readonly string[] {
  if (isLoopback(settings.host)) return [];
  if (isAuthenticated(settings)) {
    return shortTokens(settings).map(
      (entry) =>
        `CORADB_HTTP_TOKENS=(hidden): entry ${entry} has fewer than ${TOKEN_CHARS} characters, and other machines can guess; ` +
        'take the output of openssl rand -hex 32',
    );
  }
  return [
    `CORADB_HTTP_HOST=${settings.host}: other machines can reach this address, so calls must be authenticated: ` +
      'set CORADB_HTTP_TOKENS, CORADB_HTTP_TOKENS_FILE or CORADB_HTTP_OIDC_ISSUER',
  ];
}

/** What serving with these settings leaves open on this machine; only `--http` asks. */
export function exposureWarnings(
  http: HttpSettings,
  { writeMode }: Pick<CoradbSettings, 'writeMode'>,
): readonly string[] {
  if (!isLoopback(http.host)) return [];
  const open = !isAuthenticated(http) && writeMode === 'write';
  return [
    ...(open
      ? [
          'Any program on this machine can call, and save changes: set CORADB_HTTP_TOKENS, or CORADB_WRITE_MODE=off',
        ]
      : []),
    ...shortTokens(http).map(
      (entry) =>
        `Entry ${entry} of CORADB_HTTP_TOKENS has fewer than ${TOKEN_CHARS} characters; take the output of openssl rand -hex 32`,
    ),
  ];
}

function isAuthenticated({ tokens, tokensFile, oidcIssuer }: HttpSettings): boolean {
  return (tokens ?? tokensFile ?? oidcIssuer) !== undefined;
}

/** The places of tokens that could be guessed, from 1. */
function shortTokens({ tokens = [] }: HttpSettings): readonly number[] {
  return tokens.flatMap((entry, index) =>
    entry.slice(entry.indexOf(':') + 1).length < TOKEN_CHARS ? [index + 1] : [],
  );
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
