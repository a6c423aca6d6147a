import { isIPv6 } from 'node:net';
import { isHostName } from './host-name.js';

/** One entry of a list of hosts. */
export interface HostEntry {
  /** Name or IP address, without brackets. */
  readonly host: string;
  /** Undefined when the entry names none. */
  readonly port?: number;
}

/** Why a text is no entry; quotes the text. */
export interface EntryProblem {
  readonly problem: string;
}

/** Reads `db1`, `db1:33001`, `::1` or `[::1]:33000`; blanks are not allowed around it. */
export function readHostEntry(entry: string): HostEntry | EntryProblem {
  if (isIPv6(entry)) return { host: entry };
  if (entry.includes('://')) return { problem: `"${entry}" is a URL, not a host name or address` };
  const [, bracketed, name = '', digits] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(.*))?$/.exec(entry) ?? [];
  const host = bracketed ?? name;
  if (!(bracketed === undefined ? isHostName(name) : isIPv6(bracketed))) {
    return { problem: `"${entry}" is not a host name or address` };
  }
  if (digits === undefined) return { host };
  const port = /^\d+$/.test(digits) ? Number(digits) : NaN;
  return isPort(port) ? { host, port } : portProblem(entry);
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

export function portProblem(entry: string): EntryProblem {
  return { problem: `"${entry}" needs a port from 1 to 65535` };
}
