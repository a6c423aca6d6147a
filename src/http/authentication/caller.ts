/** Who sends a request. Stands in `request.user`, where mcp-nest looks for scopes. */
export interface Caller {
  /** Name for the audit log; never a token. */
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The outcome of looking at a bearer token. */
export type Verdict =
  | { readonly kind: 'accepted'; readonly caller: Caller }
  /** Not a token of this kind, or a wrong one; `reason` may be shown to the client. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** A good token that may not even read. */
  | { readonly kind: 'forbidden'; readonly reason: string }
  /** It cannot be told now, because the issuer does not answer. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Scopes of a caller who may do everything that the server's settings allow. */
export interface ScopeNames {
  readonly read: readonly string[];
  readonly write: readonly string[];
}
