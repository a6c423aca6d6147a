import { isLoopback } from './loopback.js';

/** URLs and parts of them as settings give them: what is wrong with a text; undefined when nothing is. */

/** `CORADB_CACHE_URL`, as the Redis client reads it. Nothing of it is repeated: it may hold a password. */
export function cacheUrlProblem(text: string): string | undefined {
  if (!/^rediss?:\/\//.test(text)) return 'it does not start with redis:// or rediss://';
  const url = parse(text);
  if (url === undefined) return 'its host or port cannot be read';
  if (url.hostname === '') return 'it names no host';
  if (!/^(?:\/\d*)?$/.test(url.pathname)) return 'what follows the host is not the number of a database';
  return isPercentEncoded(url.username + url.password)
    ? undefined
    : 'a "%" in its user or password must be written as %25';
}

/** A URL at which this server or another can be found. */
export function httpUrlProblem(text: string): string | undefined {
  const url = parse(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return `"${text}" is none`;
  if (url.username !== '' || url.password !== '') return `"${text}" holds a user or password`;
  return url.search !== '' || url.hash !== '' ? `"${text}" has a query or a fragment` : undefined;
}

/** The URL of an OpenID Connect issuer; its keys must not come from other machines in the clear. */
export function issuerProblem(text: string): string | undefined {
  const problem = httpUrlProblem(text);
  if (problem !== undefined) return problem;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname) ? undefined : `"${text}" is not encrypted`;
}

/** An origin exactly as a browser sends it, in any letter case. */
export function originProblem(text: string): string | undefined {
  const url = parse(text);
  if (url === undefined || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/i.test(text)) return `"${text}" is no origin`;
  // Origins of other schemes (extensions, apps) are "null" for the URL class and are compared as they are.
  const sent = url.origin === 'null' ? text : url.origin;
  return sent.toLowerCase() === text.toLowerCase() ? undefined : `browsers send "${sent}" for "${text}"`;
}

/** One scope (RFC 6749 §3.3). */
export function scopeProblem(text: string): string | undefined {
  if (/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)) return undefined;
  return `"${text}" holds a blank or another character that no scope has`;
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
