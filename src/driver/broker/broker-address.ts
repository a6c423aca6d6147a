import { isIPv6 } from 'node:net';
import { InputError } from '../../errors/call-error.js';

/** One broker to dial. */
export interface BrokerAddress {
  /** Name or IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** `host:port` as messages show it; an IPv6 address in brackets. */
export function formatAddress(address: BrokerAddress): string {
  return isIPv6(address.host) ? `[${address.host}]:${address.port}` : `${address.host}:${address.port}`;
}

const HINT = 'Give one host or a list such as "db1,db2:33001"; an IPv6 address with a port goes in brackets.';

/**
 * Reads a host, or a list of hosts in the order of trying: `db1`, `db1,db2:33001`, `::1`, `[::1]:33000`.
 * @param defaultPort port of the entries that name none
 * @throws InputError for an empty list, an empty entry, or a port that is no number from 1 to 65535
 */
export function parseBrokerAddresses(hosts: string, defaultPort: number): readonly BrokerAddress[] {
  return hosts.split(',').map((entry) => parseEntry(entry.trim(), defaultPort));
}

function parseEntry(entry: string, defaultPort: number): BrokerAddress {
  if (isIPv6(entry)) return { host: entry, port: checkPort(defaultPort, entry) };
  const match = /^(?:\[([^\]]+)\]|([^:[\]\s]+))(?::(.*))?$/.exec(entry);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined || (match?.[1] !== undefined && !isIPv6(host))) {
    throw new InputError(`host: "${entry}" is not a host name or address`, { hint: HINT });
  }
  const port = match?.[3];
  return {
    host,
    port: checkPort(port === undefined ? defaultPort : /^\d+$/.test(port) ? Number(port) : NaN, entry),
  };
}

function checkPort(port: number, entry: string): number {
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new InputError(`host: "${entry}" needs a port from 1 to 65535`, { hint: HINT });
}
