import { settingName } from '../errors/edge-names.js';
import { parseBrokerAddresses } from '../address/broker-address.js';
import type { CoradbSettings } from '../config/coradb-settings.js';
import type { Login } from '../driver/driver.js';
import type { Parameter } from '../driver/value.js';
import { InputError } from '../errors/call-error.js';
import { exactParameter } from './exact-numbers.js';
import { assertDatabaseAllowed } from './policy/database-policy.js';
import { assertHostAllowed } from './policy/host-policy.js';
import type { ExecuteCall, ExplainCall, PlanFormat, Requested, SelectCall } from './call.js';

/** Most SQL text a call may hold, in characters: compiling has no time limit on the server (engine-behaviour, "Limits"). */
export const MAX_SQL_CHARS = 1_000_000;
/** Longest limit of a call that may be set, in ms. */
export const MAX_MS = 86_400_000;
/** Last row that a page may begin with. */
export const MAX_ROW = 2_147_483_647;
/** Most bind parameters of a call. */
export const MAX_PARAMETERS = 10_000;

type Limits = Pick<CoradbSettings, 'maxRows' | 'maxRowsLimit' | 'callTimeoutMs' | 'maxTimeoutMs'>;
type Places = Pick<CoradbSettings, 'host' | 'port' | 'databases' | 'allowedHosts'>;

/** Where and as whom a caller wants to work; what is left out comes from the settings. */
export type LoginWish = Partial<Login> & Pick<Login, 'database'>;

/** The user of a call that names none. */
export const DEFAULT_USER = 'dba';

/** What a caller asks for. Values may be anything: a program without types may send what it likes. */
export type CallWish = Readonly<Record<string, unknown>>;

/** A call that reads: `sql`, `params`, `startRow`, `maxRows`, `timeoutMs`. @throws InputError */
export function selectCall(login: Login, wish: CallWish, limits: Limits): Requested<SelectCall> {
  return { purpose: 'select', ...running(login, wish, limits) };
}

/** As `selectCall`, and `dryRun`. @throws InputError */
export function executeCall(login: Login, wish: CallWish, limits: Limits): Requested<ExecuteCall> {
  return {
    purpose: 'execute',
    dryRun: flagOf('dryRun', wish.dryRun, false),
    ...running(login, wish, limits),
  };
}

/** `sql`, `format` and `timeoutMs`. @throws InputError */
export function explainCall(login: Login, wish: CallWish, limits: Limits): Requested<ExplainCall> {
  return {
    purpose: 'explain',
    login,
    sql: sqlOf(wish.sql),
    planFormat: choiceOf('format', wish.format, PLAN_FORMATS) ?? 'text',
    timeoutMs: timeoutMsOf(wish.timeoutMs, limits),
  };
}

const PLAN_FORMATS: readonly PlanFormat[] = ['tree', 'text', 'mermaid'];

function running(login: Login, wish: CallWish, limits: Limits): Omit<Requested<SelectCall>, 'purpose'> {
  const params = paramsOf(wish.params);
  return {
    login,
    sql: sqlOf(wish.sql),
    ...(params && { params }),
    startRow: startRowOf(wish.startRow),
    maxRows: maxRowsOf(wish.maxRows, limits),
    timeoutMs: timeoutMsOf(wish.timeoutMs, limits),
  };
}

/** Rows of a result that a call gives. @throws InputError for more than the settings allow, or no number of rows */
export function maxRowsOf(asked: unknown, { maxRows, maxRowsLimit }: Limits): number {
  if (asked === undefined) return maxRows;
  return within('maxRows', integer('maxRows', asked, 1), maxRowsLimit, settingName('maxRowsLimit'));
}

/**
 * Limit of a call in ms; 0 asks for as long as the settings allow, which is for ever only where they say so.
 * @throws InputError for more than the settings allow, or no number of ms
 */
export function timeoutMsOf(asked: unknown, { callTimeoutMs, maxTimeoutMs }: Limits): number {
  if (asked === undefined) return callTimeoutMs;
  const ms = within('timeoutMs', integer('timeoutMs', asked, 0), maxTimeoutMs, settingName('maxTimeoutMs'));
  return ms === 0 && callTimeoutMs > 0 ? maxTimeoutMs : ms;
}

/** First row to give, from 1. @throws InputError */
export function startRowOf(asked: unknown): number {
  return asked === undefined ? 1 : within('startRow', integer('startRow', asked, 1), MAX_ROW);
}

/** @throws InputError for what is no text, or too long a one */
export function sqlOf(asked: unknown): string {
  const sql = textOf('sql', asked, MAX_SQL_CHARS);
  if (sql !== undefined) return sql;
  throw wrong('sql', asked, 'the statements as text');
}

/** A text, or nothing. @throws InputError */
export function textOf(name: string, asked: unknown, maxChars: number): string | undefined {
  if (asked === undefined) return undefined;
  if (typeof asked === 'string' && asked.length <= maxChars) return asked;
  throw wrong(name, asked, `text of at most ${maxChars} characters`);
}

/** One of some words, or nothing. @throws InputError */
export function choiceOf<T extends string>(
  name: string,
  asked: unknown,
  choices: readonly T[],
): T | undefined {
  if (asked === undefined) return undefined;
  const choice = choices.find((each) => each === asked);
  if (choice !== undefined) return choice;
  throw wrong(name, asked, `one of ${choices.join(', ')}`);
}

/** @throws InputError for anything but true and false */
export function flagOf(name: string, asked: unknown, otherwise: boolean): boolean {
  if (asked === undefined) return otherwise;
  if (typeof asked === 'boolean') return asked;
  throw wrong(name, asked, 'true or false');
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

function isScalar(value: unknown): value is null | string | number | boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || SCALARS.has(typeof value);
}

/** A JSON value, or `{ type, value }` with an SQL type and the value as text (binary as hex). */
export function isParameter(value: unknown): value is Parameter {
  if (isScalar(value)) return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { type, value: inner, ...rest } = value as Record<string, unknown>;
  return typeof type === 'string' && type !== '' && isScalar(inner) && Object.keys(rest).length === 0;
}

/** Values for `?`, types in upper case; undefined for none, which an empty list is too. @throws InputError */
export function paramsOf(asked: unknown): readonly Parameter[] | undefined {
  if (asked === undefined) return undefined;
  if (!Array.isArray(asked) || asked.length > MAX_PARAMETERS) {
    throw wrong('params', asked, `a list of at most ${MAX_PARAMETERS} values`);
  }
  // Array.from: a hole in the list is a value that is missing, too.
  return asked.length === 0 ? undefined : Array.from(asked as readonly unknown[], parameterAt);
}

function parameterAt(value: unknown, index: number): Parameter {
  if (!isParameter(value)) {
    throw wrong(
      `params[${index}]`,
      value,
      'text, a finite number, a boolean, null or {"type": "<SQL type>", "value": …}',
    );
  }
  const exact = exactParameter(value, `params[${index}]`);
  if (typeof exact !== 'object' || exact === null) return exact;
  return { type: exact.type.toUpperCase(), value: exact.value };
}

/**
 * The login of a call.
 * @param ownPlace names an engine that no host or port can be given for: its data must not be taken for that of another
 *   server
 * @throws InputError, GuardError
 */
export function loginOf(wish: LoginWish, settings: Places, ownPlace: string | undefined): Login {
  const { database } = wish;
  if (typeof database !== 'string') throw wrong('database', database, 'the name of a database');
  assertDatabaseAllowed(database, settings.databases);
  const asked = textOf('host', wish.host, 1_024);
  // What is no host may hold a password and must not become a login that replies and logs show.
  if (asked !== undefined) parseBrokerAddresses(asked, settings.port);
  const port =
    wish.port === undefined ? settings.port : within('port', integer('port', wish.port, 1), 65_535);
  const place = { host: asked ?? settings.host, port };
  assertHostAllowed(place, settings.allowedHosts);
  if (ownPlace !== undefined && (place.host !== settings.host || port !== settings.port)) {
    throw new InputError(
      `This server works on its embedded database and reaches no broker: "host" and "port" cannot be ${place.host}:${port}.`,
      {
        hint: `Leave host and port out, or have the server started without its embedded engine (${settingName('driver')}).`,
      },
    );
  }
  const user = textOf('user', wish.user, 255) ?? DEFAULT_USER;
  const reached = ownPlace === undefined ? place : { host: ownPlace, port: 0 };
  return { database, ...reached, user, password: passwordOf(wish.password) };
}

/** Never shown, also when it is none. */
function passwordOf(password: unknown): string {
  if (password === undefined) return '';
  if (typeof password === 'string' && password.length <= 1_024) return password;
  throw new InputError('"password" must be text of at most 1024 characters.');
}

function integer(name: string, asked: unknown, least: number): number {
  if (typeof asked === 'number' && Number.isSafeInteger(asked) && asked >= least) return asked;
  throw wrong(name, asked, `a whole number from ${least} on`);
}

function within(name: string, asked: number, most: number, limit?: string): number {
  if (asked <= most) return asked;
  throw new InputError(
    limit === undefined
      ? `"${name}" is ${asked}; it may be at most ${most}.`
      : `"${name}" is ${asked}; this server allows at most ${most} (${limit}).`,
    { hint: `Ask for ${most} or less.` },
  );
}

function wrong(name: string, asked: unknown, right: string): InputError {
  return new InputError(`"${name}" is ${described(asked)}; it must be ${right}.`);
}

/** Kinds, not contents: an input may be long or a secret. */
function described(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return `text of ${value.length} characters`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
