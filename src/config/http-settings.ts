import { networkProblem, type ProxyHeader } from '../address/client-address.js';
import { listenHostProblem, publicHostProblem } from './address-checks.js';
import {
  ChoiceSetting,
  IntegerSetting,
  ListSetting,
  PathSetting,
  TextSetting,
} from './setting.decorators.js';
import { httpUrlProblem, issuerProblem, originProblem, scopeProblem } from './url-checks.js';

/** Ten minutes: the longest grace at shutdown. */
const MAX_GRACE_MS = 600_000;

/** Settings of `--http`. Each property is one `CORADB_HTTP_*` variable; the initial value is its default. */
export class HttpSettings {
  /** Address to listen on; any but a loopback address needs authentication. */
  @TextSetting('CORADB_HTTP_HOST', {
    meaning: 'Address to listen on; any but a loopback address needs authentication',
    allowed: 'an address of this machine or a host name, without brackets or a port',
    maxLength: 255,
    check: listenHostProblem,
  })
  host = '127.0.0.1';

  /** Port to listen on; 0 takes any free one. */
  @IntegerSetting('CORADB_HTTP_PORT', {
    meaning: 'Port to listen on; 0 takes any free one',
    min: 0,
    max: 65_535,
  })
  port = 3_333;

  /** Path of the MCP endpoint. */
  @TextSetting('CORADB_HTTP_PATH', {
    meaning: 'Path of the MCP endpoint',
    allowed: 'a path such as /mcp, of letters, digits, "-", "_", "." and "/"',
    maxLength: 255,
  })
  path = '/mcp';

  /** Web origins whose pages may call, such as https://app.example; default: pages of this machine. */
  @ListSetting('CORADB_HTTP_ALLOWED_ORIGINS', {
    meaning: 'Web origins whose pages may call, such as https://app.example; default: pages of this machine',
    allowed: 'scheme://host or scheme://host:port, several separated by commas',
    check: originProblem,
  })
  allowedOrigins?: string[] = undefined;

  /** Names by which clients reach this server (the Host header); default: localhost and CORADB_HTTP_HOST. */
  @ListSetting('CORADB_HTTP_ALLOWED_HOSTS', {
    meaning:
      'Names by which clients reach this server (the Host header); default: localhost and CORADB_HTTP_HOST',
    allowed: 'host names or addresses without port, separated by commas',
    check: publicHostProblem,
  })
  allowedHosts?: string[] = undefined;

  /** Bearer tokens that may call, each with an optional name for the audit log: name:token. */
  @ListSetting('CORADB_HTTP_TOKENS', {
    meaning: 'Bearer tokens that may call, each with an optional name for the audit log: name:token',
    allowed:
      'tokens separated by commas, each of letters, digits and -._~+/=, with or without a name before a colon',
    secret: true,
  })
  tokens?: string[] = undefined;

  /** File with one token (or name:token) a line; lines that start with # are ignored; read again when it changes. */
  @PathSetting('CORADB_HTTP_TOKENS_FILE', {
    meaning:
      'File with one token (or name:token) a line; lines that start with # are ignored; read again when it changes',
    allowed: 'a file',
  })
  tokensFile?: string = undefined;

  /** OpenID Connect issuer whose access tokens may call. */
  @TextSetting('CORADB_HTTP_OIDC_ISSUER', {
    meaning: 'OpenID Connect issuer whose access tokens may call',
    allowed: 'an https URL (http for a loopback address)',
    check: issuerProblem,
  })
  oidcIssuer?: string = undefined;

  /** Audience an access token must be issued for. */
  @TextSetting('CORADB_HTTP_OIDC_AUDIENCE', {
    meaning: 'Audience an access token must be issued for',
    allowed: 'the audience as it stands in the tokens',
  })
  oidcAudience?: string = undefined;

  /** Scopes an access token needs, all of them, for the tools that read. */
  @ListSetting('CORADB_HTTP_OIDC_SCOPES_READ', {
    meaning: 'Scopes an access token needs, all of them, for the tools that read',
    allowed: 'scopes separated by commas',
    check: scopeProblem,
  })
  oidcScopesRead: string[] = ['coradb:read'];

  /** Scopes an access token needs, all of them, for execute_sql; they include reading. */
  @ListSetting('CORADB_HTTP_OIDC_SCOPES_WRITE', {
    meaning: 'Scopes an access token needs, all of them, for execute_sql; they include reading',
    allowed: 'scopes separated by commas',
    check: scopeProblem,
  })
  oidcScopesWrite: string[] = ['coradb:write'];

  /** URL of the endpoint as clients see it, for the metadata of a server behind a proxy. */
  @TextSetting('CORADB_HTTP_PUBLIC_URL', {
    meaning: 'URL of the endpoint as clients see it, for the metadata of a server behind a proxy',
    allowed: 'an http or https URL',
    check: httpUrlProblem,
  })
  publicUrl?: string = undefined;

  /** Largest request body. */
  @IntegerSetting('CORADB_HTTP_MAX_BODY_BYTES', {
    meaning: 'Largest request body',
    min: 1_024,
    max: 100_000_000,
    unit: 'bytes',
  })
  maxBodyBytes = 4_194_304;

  /** Requests a minute that one client address may send; 0 for no limit. */
  @IntegerSetting('CORADB_HTTP_RATE_LIMIT', {
    meaning: 'Requests a minute that one client address may send; 0 for no limit',
    min: 0,
    max: 10_000_000,
    unit: 'requests a minute',
  })
  rateLimit = 1_200;

  /**
   * Proxies that are believed when they say for whom they ask, comma-separated; without it whoever connects is the
   * client.
   */
  @ListSetting('CORADB_HTTP_TRUSTED_PROXIES', {
    meaning:
      'Proxies that are believed when they say for whom they ask, comma-separated; without it whoever connects is the client',
    allowed: 'IP addresses and networks such as 10.0.0.0/8 or fd00::/8, separated by commas',
    check: networkProblem,
  })
  trustedProxies?: string[] = undefined;

  /** Header in which the trusted proxies say it: x-forwarded-for or forwarded (RFC 7239). */
  @ChoiceSetting('CORADB_HTTP_PROXY_HEADER', {
    meaning: 'Header in which the trusted proxies say it: x-forwarded-for or forwarded (RFC 7239)',
    choices: ['x-forwarded-for', 'forwarded'],
  })
  proxyHeader: ProxyHeader = 'x-forwarded-for';

  /** How long an idle connection is kept for the next request; longer than the load balancer before it keeps one. */
  @IntegerSetting('CORADB_HTTP_KEEP_ALIVE_MS', {
    meaning:
      'How long an idle connection is kept for the next request; longer than the load balancer before it keeps one',
    min: 1_000,
    max: 3_600_000,
    unit: 'ms',
  })
  keepAliveMs = 90_000;

  /** How long calls may go on at shutdown, or after stdin ended, before they are cancelled and rolled back. */
  @IntegerSetting('CORADB_HTTP_SHUTDOWN_GRACE_MS', {
    meaning:
      'How long calls may go on at shutdown, or after stdin ended, before they are cancelled and rolled back',
    min: 0,
    max: MAX_GRACE_MS,
    unit: 'ms',
  })
  shutdownGraceMs = 10_000;

  /** Port of the Prometheus metrics (/metrics); not served without it. */
  @IntegerSetting('CORADB_HTTP_METRICS_PORT', {
    meaning: 'Port of the Prometheus metrics (/metrics); not served without it',
    min: 0,
    max: 65_535,
  })
  metricsPort?: number = undefined;

  /** Address the metrics are served on. */
  @TextSetting('CORADB_HTTP_METRICS_HOST', {
    meaning: 'Address the metrics are served on',
    allowed: 'an address of this machine or a host name, without brackets or a port',
    maxLength: 255,
    check: listenHostProblem,
  })
  metricsHost = '127.0.0.1';
}
