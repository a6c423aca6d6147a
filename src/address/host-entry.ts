import { isIPv6 } from 'node:net';
import { isHostName } from './host-name.js';

/** One entry of a list of hosts. */
export interface HostEntry {
  /** Name or IP address, without brackets. */
  readonly host: string;
  /** Undefined when the entry names none. */
  readonly port?: number;
}

/** Why a text is no entry; quotes the text, unless that may hold a password. */
export interface EntryProblem {
  readonly problem: string;
}

const LOGIN_STANDS = 'a connection URL or login stands in place of a ';

/** Said instead of the text: it may hold a password. */
export const HOLDS_LOGIN = `${LOGIN_STANDS}host; give the host alone, and database, user and password in their own places`;

/** The same for a setting that takes the name of something else. */
export function loginInPlaceOf(what: string): string {
  return `${LOGIN_STANDS}${what}; no login is kept by this server`;
}

/** True for a problem that was found with a text that may hold a password. */
export function isAboutLogin(problem: string): boolean {
  return problem.includes(LOGIN_STANDS);
}

/** `user:password@host`, `jdbc:cubrid:host:port:database:user:password:` and their like, whatever else they are. */
export function holdsLogin(text: string): boolean {
  if (text.includes('@') || /^\s*(?:jdbc|cci|odbc):/i.test(text)) return true;
  return text.split(',').some((entry) => /^[^[]*:[^:]*:[^:]*:/.test(entry) && !/^[\s\d:a-f.]*$/i.test(entry));
}

/** Reads `db1`, `db1:33001`, `::1` or `[::1]:33000`; blanks are not allowed around it. */
export function readHostEntry(entry: string): HostEntry | EntryProblem {
  if (isIPv6(entry)) return { host: entry };
  if (holdsLogin(entry)) return { problem: HOLDS_LOGIN };
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
