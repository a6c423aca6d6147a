import { settingName } from '../../errors/edge-names.js';
import { formatAddress, parseBrokerAddresses } from '../../address/broker-address.js';
import { type HostEntry, readHostEntry } from '../../address/host-entry.js';
import { GuardError } from '../../errors/call-error.js';

/** Where a call wants to connect to: one host, or a list of hosts with or without ports, as the driver reads them. */
export interface BrokerPlace {
  readonly host: string;
  readonly port: number;
}

/** Every `host:port` of a place. @throws InputError for a host that cannot be read */
export function addressesOf({ host, port }: BrokerPlace): readonly string[] {
  return parseBrokerAddresses(host, port).map(formatAddress);
}

/**
 * Checks the hosts of a call, read exactly as the driver reads them. Names are compared as they are written, nothing
 * is resolved: a name that is not listed is refused even if it means a listed machine, so that a caller cannot lead
 * this server anywhere else.
 *
 * @param allowed `host` (any port), `host:port` or `*` for any; undefined for no rule
 * @throws GuardError, InputError
 */
export function assertHostAllowed(place: BrokerPlace, allowed: readonly string[] | undefined): void {
  if (allowed === undefined || allowed.includes('*')) return;
  const entries = allowed.map(readEntry).filter((entry) => entry !== undefined);
  for (const { host, port } of parseBrokerAddresses(place.host, place.port)) {
    const accepted = entries.some(
      (entry) => entry.host === host.toLowerCase() && (entry.port ?? port) === port,
    );
    if (accepted) continue;
    throw new GuardError(
      `Host ${formatAddress({ host, port })} is not allowed by ${settingName('allowedHosts')}.`,
      {
        hint: `Leave "host" and "port" out to use the server's own, or name one of: ${allowed.join(', ')}.`,
      },
    );
  }
}

/** An entry that cannot be read allows nothing; the start refuses it. */
function readEntry(entry: string): HostEntry | undefined {
  const read = readHostEntry(entry);
  return 'problem' in read ? undefined : { ...read, host: read.host.toLowerCase() };
}
