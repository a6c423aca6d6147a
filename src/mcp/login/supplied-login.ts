import type { IncomingMessage } from 'node:http';
import type { McpContext } from '@rekog/mcp-nest';
import { InputError } from '../../errors/call-error.js';

/** User and password as one place of a call gives them. */
export interface Credentials {
  readonly user?: string;
  readonly password?: string;
}

const USER_META_KEY = 'coradb/user';
const PASSWORD_META_KEY = 'coradb/password';
const USER_HEADER = 'x-coradb-user';
const PASSWORD_HEADER = 'x-coradb-password';
const MAX_USER_CHARS = 255;
const MAX_PASSWORD_CHARS = 1_024;

/**
 * The login that a program sends beside the arguments, so that a model never sees the password: in the request's
 * `_meta`, or over HTTP in headers. Nothing of it is kept or logged.
 *
 * @returns the places that give something, the strongest first
 * @throws InputError for values that are no login; never repeats a value
 */
export function suppliedCredentials(context: McpContext): readonly Credentials[] {
  return [fromMeta(context), fromHeaders(context)].filter(
    ({ user, password }) => user !== undefined || password !== undefined,
  );
}

/**
 * One login out of several places. The strongest place that names a user decides on the user. A password counts only
 * when its place names that user or none at all, so that it never opens another account.
 */
export function mergeCredentials(places: readonly Credentials[], defaultUser: string): Required<Credentials> {
  const user = places.find((place) => place.user !== undefined)?.user ?? defaultUser;
  const own = places.find((place) => place.password !== undefined && sameUser(place.user ?? user, user));
  return { user, password: own?.password ?? '' };
}

/** CoraDB user names are the same in upper and lower case. */
function sameUser(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function fromMeta(context: McpContext): Credentials {
  const meta: Readonly<Record<string, unknown>> = context.mcpRequest.params?._meta ?? {};
  return {
    ...text('user', `_meta "${USER_META_KEY}"`, meta[USER_META_KEY], MAX_USER_CHARS),
    ...text('password', `_meta "${PASSWORD_META_KEY}"`, meta[PASSWORD_META_KEY], MAX_PASSWORD_CHARS),
  };
}

function fromHeaders(context: McpContext): Credentials {
  const headers = context.getRawRequest<Partial<IncomingMessage>>()?.headersDistinct ?? {};
  return {
    ...header('user', USER_HEADER, headers[USER_HEADER], MAX_USER_CHARS),
    ...header('password', PASSWORD_HEADER, headers[PASSWORD_HEADER], MAX_PASSWORD_CHARS),
  };
}

function header(
  key: keyof Credentials,
  name: string,
  values: string[] | undefined,
  max: number,
): Credentials {
  if (values === undefined) return {};
  if (values.length !== 1 || !/^[\x20-\x7e]*$/.test(values[0] ?? '')) {
    throw new InputError(`The header ${name} must be given once, in ASCII.`, {
      hint: `Send a login with other characters in _meta "${USER_META_KEY}" and "${PASSWORD_META_KEY}".`,
    });
  }
  return text(key, `The header ${name}`, values[0], max);
}

function text(key: keyof Credentials, place: string, value: unknown, max: number): Credentials {
  if (value === undefined) return {};
  if (typeof value !== 'string' || value.length > max || (key === 'user' && value === '')) {
    throw new InputError(`${place} must be text of ${key === 'user' ? 1 : 0} to ${max} characters.`);
  }
  return { [key]: value };
}
