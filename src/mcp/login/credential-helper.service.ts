import { execFile, type ExecFileException } from 'node:child_process';
import { Inject, Injectable } from '@nestjs/common';
import { commandWords } from '../../config/command-words.js';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { GuardError } from '../../errors/call-error.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import type { Credentials } from './supplied-login.js';

/** How long the helper may take, in ms: a person may have to unlock a keychain. */
const LIMIT_MS = 30_000;
/** Longest answer, in bytes. */
const MAX_BYTES = 65_536;
/** What the helpers of Docker answer when they know no login. */
const NOT_FOUND = /credentials not found/i;
/** The user name under which Docker keeps a token that is no password. */
const TOKEN_USER = '<token>';

/** The helper was asked and has no login for this server. */
export class UnknownLogin extends GuardError {}

/**
 * Logins from a program that speaks Docker's credential helper protocol: run with `get`, it reads the server's address
 * from stdin and answers `{"Username": …, "Secret": …}`. It is run for each call, without a shell; what it answers is
 * neither kept nor logged, nor repeated in an error.
 */
@Injectable()
export class CredentialHelper {
  constructor(@Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings) {}

  /** Whether there is one. */
  get isSet(): boolean {
    return this.settings.credentialHelper !== undefined;
  }

  /**
   * @param server `host:port/database`
   * @param user the user that the call names
   * @throws UnknownLogin when the helper knows none; GuardError when it fails or knows that of another user
   */
  async login(server: string, user: string | undefined, signal: AbortSignal): Promise<Required<Credentials>> {
    const [command = '', ...args] = commandWords(this.settings.credentialHelper ?? '') ?? [];
    const answer = await run(command, [...args, 'get'], server, signal);
    if ('error' in answer) throw failure(answer, [command, ...args].join(' '), server);
    const login = loginIn(answer.stdout);
    if (user === undefined || user.toLowerCase() === login.user.toLowerCase()) return login;
    throw new GuardError(
      `The credential helper (CORADB_CREDENTIAL_HELPER) knows the login of "${login.user}" for ${server}, and the call names "${user}".`,
      { hint: 'Leave "user" out to work as the user that the helper knows.' },
    );
  }
}

type Answer = { readonly stdout: string } | { readonly error: ExecFileException; readonly stdout: string };

function run(command: string, args: readonly string[], input: string, signal: AbortSignal): Promise<Answer> {
  const options = {
    timeout: LIMIT_MS,
    maxBuffer: MAX_BYTES,
    killSignal: 'SIGKILL' as const,
    windowsHide: true,
    encoding: 'utf8' as const,
    signal,
  };
  return new Promise((resolve) => {
    const child = execFile(command, [...args], options, (error, stdout) =>
      resolve(error ? { error, stdout } : { stdout }),
    );
    // A helper that ends without reading breaks the pipe; its exit code says more.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(`${input}\n`);
  });
}

function failure(
  { error, stdout }: { readonly error: ExecFileException; readonly stdout: string },
  command: string,
  server: string,
): GuardError {
  const helper = 'The credential helper (CORADB_CREDENTIAL_HELPER)';
  if (error.code === 'ENOENT' || error.code === 'EACCES') {
    return new GuardError(`${helper} cannot be run: ${error.code}.`, {
      hint: 'The user of this server must correct the setting: an absolute path, or a name that is found in PATH.',
    });
  }
  if (NOT_FOUND.test(stdout)) {
    return new UnknownLogin(`${helper} knows no login for ${server}.`, {
      hint: `A person can store one: give {"ServerURL":"${server}","Username":…,"Secret":…} to "${command} store" on stdin. Ask for no password in the chat.`,
    });
  }
  if (error.name === 'AbortError') return new GuardError(`${helper} was stopped: the call was cancelled.`);
  const what = error.killed
    ? `was stopped: it gave no answer within ${LIMIT_MS / 1_000} s, or too long a one`
    : `failed with exit code ${String(error.code ?? error.signal)}`;
  return new GuardError(`${helper} ${what}. What it said is not repeated.`, {
    hint: `A person can see what it says: echo ${server} | ${command} get`,
  });
}

/** @throws GuardError, which repeats nothing of it */
function loginIn(text: string): Required<Credentials> {
  const { Username: user, Secret: password } = parsed(text);
  const isLogin =
    typeof user === 'string' &&
    typeof password === 'string' &&
    user !== '' &&
    user !== TOKEN_USER &&
    user.length <= 255 &&
    password.length <= 1_024;
  if (isLogin) return { user, password };
  throw new GuardError(
    'The credential helper (CORADB_CREDENTIAL_HELPER) gave no JSON with "Username" and "Secret" that is a login.',
  );
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
