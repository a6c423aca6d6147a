import { isIPv6 } from 'node:net';
import { InputError } from '../errors/call-error.js';
import {
  type EntryProblem,
  HOLDS_LOGIN,
  holdsLogin,
  isPort,
  portProblem,
  readHostEntry,
} from './host-entry.js';

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
 * @throws InputError for an empty list, an entry that is no host, or a port that is no number from 1 to 65535
 */
export function parseBrokerAddresses(hosts: string, defaultPort: number): readonly BrokerAddress[] {
  if (holdsLogin(hosts)) throw new InputError(`host: ${HOLDS_LOGIN}`, { hint: HINT });
  return entriesOf(hosts).map((entry) => {
    const read = readAddress(entry, defaultPort);
    if ('problem' in read) throw new InputError(`host: ${read.problem}`, { hint: HINT });
    return read;
  });
}

/** Why `parseBrokerAddresses` would refuse the hosts whatever the default port is; undefined when it would not. */
export function brokerAddressesProblem(hosts: string): string | undefined {
  // A password may hold a comma, so that no part of the text is safe to show.
  if (holdsLogin(hosts)) return HOLDS_LOGIN;
  const problem = entriesOf(hosts)
    .map(readHostEntry)
    .find((read) => 'problem' in read);
  return problem?.problem;
}

function entriesOf(hosts: string): readonly string[] {
  return hosts.split(',').map((entry) => entry.trim());
}

function readAddress(entry: string, defaultPort: number): BrokerAddress | EntryProblem {
  const read = readHostEntry(entry);
  if ('problem' in read) return read;
  const { host, port = defaultPort } = read;
  return isPort(port) ? { host, port } : portProblem(entry);
}
