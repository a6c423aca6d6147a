import { BlockList, isIP, SocketAddress } from 'node:net';

/** The header in which proxies say for whom they ask: the usual one, or that of RFC 7239. */
export type ProxyHeader = 'x-forwarded-for' | 'forwarded';

export interface TrustedProxies {
  /** Addresses or networks (`10.0.0.0/8`, `fd00::/8`) whose word counts; nobody's without it. */
  readonly trustedProxies?: readonly string[];
  /** The one header that the proxies write; a client may have sent the other. Default: `x-forwarded-for`. */
  readonly proxyHeader?: ProxyHeader;
}

/** What is read of a request: Node's own, which Express extends and Fastify wraps. */
export interface ForwardedRequest {
  readonly socket?: { readonly remoteAddress?: string };
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
}

const FAMILIES = { 4: 'ipv4', 6: 'ipv6' } as const;

/** Why a text is neither an address nor a network; undefined when it is one. */
export function networkProblem(text: string): string | undefined {
  const { address, bits, width } = readNetwork(text);
  if (address.includes('%') || width === 0) return `"${text}" is not an IP address or network`;
  if (!(bits >= 0 && bits <= width)) return `"${text}" needs a prefix length from 1 to ${width} behind the /`;
  return bits === 0 ? `"${text}" is every address, so that anybody could name any other` : undefined;
}

/**
 * Finds out who sends a request through proxies. Each proxy appends the address that it was asked from, so the header
 * is read from its end, and only as far as addresses are trusted: what a client wrote before stays unread.
 */
export class ClientAddresses {
  private readonly trusted = new BlockList();
  private readonly header: ProxyHeader;

  /** @param proxies entries of which `networkProblem` says nothing */
  constructor({ trustedProxies = [], proxyHeader = 'x-forwarded-for' }: TrustedProxies) {
    this.header = proxyHeader;
    for (const { address, bits, width } of trustedProxies.map(readNetwork)) {
      this.trusted.addSubnet(address, bits, width === 32 ? 'ipv4' : 'ipv6');
    }
  }

  /**
   * The address of the client, or of the last proxy that can be believed: an entry that is no address (`unknown`, a
   * made-up name) ends the way there. Undefined without a connection, as over stdio.
   */
  of({ socket, headers = {} }: ForwardedRequest): string | undefined {
    if (socket?.remoteAddress === undefined) return undefined;
    const value = headers[this.header] ?? [];
    const entries = (Array.isArray(value) ? value.join(',') : value).split(',');
    let address = plainAddress(socket.remoteAddress);
    while (this.isTrusted(address) && entries.length > 0) {
      const entry = entries.pop()?.trim() ?? '';
      const next = addressIn(this.header === 'forwarded' ? forIn(entry) : entry);
      if (next === undefined) break;
      address = next;
    }
    return address;
  }

  private isTrusted(address: string): boolean {
    // A link-local address comes with the name of the interface, which no setting has.
    const [bare = ''] = address.split('%');
    const version = isIP(bare);
    return (version === 4 || version === 6) && this.trusted.check(bare, FAMILIES[version]);
  }
}

function readNetwork(text: string): { address: string; bits: number; width: 0 | 32 | 128 } {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = rest.length > 0 ? 0 : isIP(address);
  const width = version === 0 ? 0 : version === 4 ? 32 : 128;
  const bits = prefix === undefined ? width : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
  return { address, bits, width };
}

/** The address of `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:80`. */
function addressIn(entry: string | undefined): string | undefined {
  if (entry === undefined) return undefined;
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  const address = bracketed ?? dotted ?? entry;
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return undefined;
  return (version === 6) === (bracketed !== undefined || dotted === undefined)
    ? plainAddress(address)
    : undefined;
}

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
const PAIR = `(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")`;
const ELEMENT = new RegExp(`^${PAIR}(?:[ \\t]*;[ \\t]*${PAIR})*$`);
const PAIRS = new RegExp(PAIR, 'g');

/** The `for` of one element of `Forwarded` (RFC 7239 §4); undefined unless it is well formed and has exactly one. */
function forIn(element: string): string | undefined {
  if (!ELEMENT.test(element)) return undefined;
  const pairs = [...element.matchAll(PAIRS)].filter(([, name]) => name?.toLowerCase() === 'for');
  const [, , bare, quoted] = pairs.length === 1 ? (pairs[0] ?? []) : [];
  return bare ?? quoted;
}

/** One way to write each address: IPv4 in IPv6 as IPv4, IPv6 in its shortest form. */
function plainAddress(address: string): string {
  if (isIP(address) !== 6 || address.includes('%')) return address;
  const { address: short } = new SocketAddress({ address, family: 'ipv6' });
  return /^::ffff:([\d.]+)$/.exec(short)?.[1] ?? short;
}
