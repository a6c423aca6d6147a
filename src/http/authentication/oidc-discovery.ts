/** The issuer could not be asked, or what it said cannot be used. */
export class IssuerUnavailableError extends Error {}

/**
 * Asks the issuer where its keys are (OpenID Connect Discovery §4, or RFC 8414 for plain OAuth servers).
 * @param timeoutMs for each request
 * @throws IssuerUnavailableError
 */
export async function discoverKeys(issuer: string, timeoutMs: number): Promise<URL> {
  const base = issuer.replace(/\/$/, '');
  const { origin, pathname } = new URL(base);
  const places = [
    `${base}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${pathname === '/' ? '' : pathname}`,
  ];
  for (const place of places) {
    const document = await fetchDocument(place, timeoutMs);
    if (document === undefined) continue;
    // A document of somebody else would bring somebody else's keys (OpenID Connect Discovery §4.3).
    if (document.issuer !== issuer) throw new IssuerUnavailableError(`${place} is of another issuer`);
    if (typeof document.jwks_uri === 'string' && isSafe(document.jwks_uri, base))
      return new URL(document.jwks_uri);
    throw new IssuerUnavailableError(`${place} has no usable jwks_uri`);
  }
  throw new IssuerUnavailableError(`${issuer} has no metadata document`);
}

async function fetchDocument(url: string, timeoutMs: number): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json' },
    });
    if (!response.ok) return undefined;
    const document: unknown = await response.json();
    return typeof document === 'object' && document !== null
      ? (document as Record<string, unknown>)
      : undefined;
  } catch (error) {
    throw new IssuerUnavailableError(`${url} cannot be fetched`, { cause: error });
  }
}

/** Keys come over https, or from where the issuer itself is reached by http (a loopback address). */
function isSafe(url: string, issuer: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && issuer.startsWith('http:') && host === new URL(issuer).host)
  );
}
