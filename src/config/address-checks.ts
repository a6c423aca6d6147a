import { isIPv6 } from 'node:net';
import { databaseNameProblem } from '../address/database-name.js';
import { loginInPlaceOf, readHostEntry } from '../address/host-entry.js';
import { isHostName } from '../address/host-name.js';
import { isPlainName } from '../address/plain-name.js';

/** Names and addresses as settings give them: what is wrong with a text, quoting it; undefined when nothing is. */

/** An entry of `CORADB_DATABASES`; `*` stands for any. */
export function databaseProblem(text: string): string | undefined {
  if (mayHoldLogin(text)) return loginInPlaceOf('database');
  const problem = databaseNameProblem(text);
  if (text === '*' || problem === undefined) return undefined;
  return `"${text}" ${problem}`;
}

/** An entry of `ARANGO_DATABASES`; `*` stands for any. */
export function arangoDatabaseProblem(text: string): string | undefined {
  if (mayHoldLogin(text)) return loginInPlaceOf('database');
  return isPlainName(text) ? undefined : `"${text}" is not the plain name of one database`;
}

/** `CORADB_DRIVER`: a connection URL is what drivers of other kinds are set with. */
export function driverProblem(text: string): string | undefined {
  const isUrl = /^\w+:\/\/|^(?:jdbc|cci|odbc):/i.test(text);
  return isUrl ? loginInPlaceOf('driver') : undefined;
}

/** `user:password@host`, `user/password@host`, a connection URL, parts between colons; a lone `name@host` is none. */
function mayHoldLogin(text: string): boolean {
  return /[:/].*@|:\/\/|:[^:]*:/.test(text);
}

/** An entry of `CORADB_ALLOWED_HOSTS`: a host with or without a port; `*` stands for any. */
export function allowedHostProblem(text: string): string | undefined {
  const read = readHostEntry(text);
  return text === '*' || !('problem' in read) ? undefined : read.problem;
}

/** An address to listen on. */
export function listenHostProblem(text: string): string | undefined {
  return isIPv6(text) || isHostName(text) ? undefined : notHost(text);
}

/** A name by which clients reach this server: as in a `Host` header, so an IPv6 address may stand in brackets. */
export function publicHostProblem(text: string): string | undefined {
  const bare = /^\[(.*)\]$/.exec(text)?.[1];
  if (bare !== undefined) return isIPv6(bare) ? undefined : notHost(text);
  return listenHostProblem(text);
}

function notHost(text: string): string {
  const read = readHostEntry(text);
  const port = 'port' in read ? read.port : undefined;
  if (port !== undefined) return `"${text}" names a port`;
  return 'problem' in read ? read.problem : `"${text}" stands in brackets`;
}
