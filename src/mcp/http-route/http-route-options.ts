import type { CanActivate, NestInterceptor, Type } from '@nestjs/common';

/** How the module's HTTP endpoint stands in the application. Known when the module is declared. */
export interface McpHttpRoute {
  /** Path of the endpoint; a global prefix of the application goes before it. Default: `mcp`. */
  readonly path?: string;
  /** Guards that run before a request is read, such as the host's authentication. */
  readonly guards?: readonly (Type<CanActivate> | CanActivate)[];
  /** Interceptors around each request, the host's own. */
  readonly interceptors?: readonly (Type<NestInterceptor> | NestInterceptor)[];
  /**
   * Scopes that `request.user` must hold, in `scope` (text) or `scopes` (list), for execute_sql. Callers without them
   * do not see the tool. Default: everyone who passes the guards may write.
   */
  readonly writeScopes?: readonly string[];
  /** URL of the RFC 9728 document, for the `WWW-Authenticate` of a call that lacks the write scopes. */
  readonly resourceMetadataUrl?: string;
  /**
   * Proxies before the application, as addresses or networks (`10.0.0.0/8`, `fd00::/8`), that are believed when they
   * say for whom they ask; for `address` of the call records. `trust proxy` of the HTTP platform counts for nothing
   * here. Default: whoever connects is the client.
   */
  readonly trustedProxies?: readonly string[];
  /** The header that those proxies write: `x-forwarded-for` (default) or `forwarded` (RFC 7239). */
  readonly proxyHeader?: 'x-forwarded-for' | 'forwarded';
  /** Host names that may stand in `Origin` and `Host`; not checked without it. */
  readonly security?: { readonly allowedOrigins?: string[]; readonly allowedHosts?: string[] };
}
