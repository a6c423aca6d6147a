import { brokerAddressesProblem } from '../address/broker-address.js';
import { commandProblem } from './command-words.js';
import { allowedHostProblem, databaseProblem, driverProblem } from './address-checks.js';
import {
  ChoiceSetting,
  IntegerSetting,
  ListSetting,
  PathSetting,
  TextSetting,
} from './setting.decorators.js';
import { cacheUrlProblem } from './url-checks.js';

/** What can be saved at all: everything, nothing (each change is rolled back), or no `execute_sql` tool. */
export type WriteMode = 'write' | 'dryrun' | 'off';

/** Which changes a person must confirm before they are saved. */
export type ConfirmSetting = 'never' | 'destructive' | 'always';

/** Encryption of the way to the broker: none, any certificate, or a trusted certificate that fits the host. */
export type TlsSetting = 'off' | 'on' | 'verify';

/** A day: the longest time any limit may be set to. */
const DAY_MS = 86_400_000;

/** Fewer characters could be guessed. */
const SECRET_CHARS = 32;

/** Settings of the CoraDB tools. Each property is one `CORADB_*` variable; the initial value is its default. */
export class CoradbSettings {
  /** Broker host for calls that give none; several, tried in order, as in a,b:33001. */
  @TextSetting('CORADB_HOST', {
    meaning: 'Broker host for calls that give none; several, tried in order, as in a,b:33001',
    allowed: 'a host name or address, or a comma-separated list of them, each with or without :port',
    maxLength: 1024,
    check: brokerAddressesProblem,
  })
  host = 'localhost';

  /** Broker port for calls that give none. */
  @IntegerSetting('CORADB_PORT', { meaning: 'Broker port for calls that give none', min: 1, max: 65_535 })
  port = 33_000;

  /** Databases a call may name, comma-separated; * for any. */
  @ListSetting('CORADB_DATABASES', {
    meaning: 'Databases a call may name, comma-separated; * for any',
    allowed: 'database names separated by commas, or *',
    check: databaseProblem,
  })
  databases: string[] = ['*'];

  /** What execute_sql may save: write, dryrun (always rolled back) or off (no such tool). */
  @ChoiceSetting('CORADB_WRITE_MODE', {
    meaning: 'What execute_sql may save: write, dryrun (always rolled back) or off (no such tool)',
    choices: ['write', 'dryrun', 'off'],
  })
  writeMode: WriteMode = 'write';

  /**
   * Which changes a person must confirm through the client before they are saved: never, destructive (all but
   * SELECT, INSERT and CREATE) or always.
   */
  @ChoiceSetting('CORADB_CONFIRM', {
    meaning:
      'Which changes a person must confirm through the client before they are saved: never, destructive (all but SELECT, INSERT and CREATE) or always',
    choices: ['never', 'destructive', 'always'],
  })
  confirm: ConfirmSetting = 'never';

  /**
   * Secret that several processes share, with CORADB_CACHE_URL, so that one takes the answer to a question another
   * asked; default: one of each process.
   */
  @TextSetting('CORADB_CONFIRM_SECRET', {
    meaning:
      'Secret that several processes share, with CORADB_CACHE_URL, so that one takes the answer to a question another asked; default: one of each process',
    allowed: `at least ${SECRET_CHARS} characters, such as the output of openssl rand -hex 32`,
    check: (text) => (text.length < SECRET_CHARS ? `has ${text.length} characters` : undefined),
    secret: true,
  })
  confirmSecret?: string = undefined;

  /** Rows per SELECT when the call does not say. */
  @IntegerSetting('CORADB_MAX_ROWS', {
    meaning: 'Rows per SELECT when the call does not say',
    min: 1,
    max: 1_000_000,
    unit: 'rows',
  })
  maxRows = 200;

  /** Most rows a call may ask for. */
  @IntegerSetting('CORADB_MAX_ROWS_LIMIT', {
    meaning: 'Most rows a call may ask for',
    min: 1,
    max: 1_000_000,
    unit: 'rows',
  })
  maxRowsLimit = 5_000;

  /** Most statements in one call. */
  @IntegerSetting('CORADB_MAX_STATEMENTS', { meaning: 'Most statements in one call', min: 1, max: 10_000 })
  maxStatements = 50;

  /** A call's time limit when it gives none; 0 for none. */
  @IntegerSetting('CORADB_CALL_TIMEOUT_MS', {
    meaning: "A call's time limit when it gives none; 0 for none",
    min: 0,
    max: DAY_MS,
    unit: 'ms',
  })
  callTimeoutMs = 120_000;

  /** Longest time limit a call may ask for. */
  @IntegerSetting('CORADB_MAX_TIMEOUT_MS', {
    meaning: 'Longest time limit a call may ask for',
    min: 1,
    max: DAY_MS,
    unit: 'ms',
  })
  maxTimeoutMs = 600_000;

  /** Server-side limit per statement when the call has no limit. */
  @IntegerSetting('CORADB_QUERY_TIMEOUT_MS', {
    meaning: 'Server-side limit per statement when the call has no limit',
    min: 1,
    max: DAY_MS,
    unit: 'ms',
  })
  queryTimeoutMs = 60_000;

  /** How long to wait for the broker. */
  @IntegerSetting('CORADB_CONNECT_TIMEOUT_MS', {
    meaning: 'How long to wait for the broker',
    min: 1,
    max: 600_000,
    unit: 'ms',
  })
  connectTimeoutMs = 5_000;

  /** Longer strings in a cell are cut. */
  @IntegerSetting('CORADB_MAX_CELL_CHARS', {
    meaning: 'Longer strings in a cell are cut',
    min: 1,
    max: 100_000_000,
    unit: 'characters',
  })
  maxCellChars = 20_000;

  /** Most characters of rows in a reply, text and structured content together; rows beyond are left out. */
  @IntegerSetting('CORADB_MAX_RESPONSE_CHARS', {
    meaning:
      'Most characters of rows in a reply, text and structured content together; rows beyond are left out',
    min: 1_000,
    max: 100_000_000,
    unit: 'characters',
  })
  maxResponseChars = 200_000;

  /** How long a schema read from the catalog is kept; 0 reads it every time. */
  @IntegerSetting('CORADB_SCHEMA_TTL_MS', {
    meaning: 'How long a schema read from the catalog is kept; 0 reads it every time',
    min: 0,
    max: DAY_MS,
    unit: 'ms',
  })
  schemaTtlMs = 600_000;

  /**
   * Redis or Valkey server in which several processes share the schemas they have read, and note what they asked a
   * person.
   */
  @TextSetting('CORADB_CACHE_URL', {
    meaning:
      'Redis or Valkey server in which several processes share the schemas they have read, and note what they asked a person',
    allowed: 'a redis:// or rediss:// URL such as redis://cache:6379/0',
    check: cacheUrlProblem,
    secret: true,
  })
  cacheUrl?: string = undefined;

  /** on lets statements read files of the database host (CLOB_FROM_FILE, BLOB_FROM_FILE). */
  @ChoiceSetting('CORADB_SERVER_FILES', {
    meaning: 'on lets statements read files of the database host (CLOB_FROM_FILE, BLOB_FROM_FILE)',
    choices: ['off', 'on'],
  })
  serverFiles: 'off' | 'on' = 'off';

  /** Encryption to the broker: off, on (any certificate) or verify (a trusted certificate that fits the host). */
  @ChoiceSetting('CORADB_TLS', {
    meaning:
      'Encryption to the broker: off, on (any certificate) or verify (a trusted certificate that fits the host)',
    choices: ['off', 'on', 'verify'],
  })
  tls: TlsSetting = 'off';

  /** File (PEM) with the authorities that CORADB_TLS=verify trusts; the system's without it. */
  @PathSetting('CORADB_TLS_CA_FILE', {
    meaning: "File (PEM) with the authorities that CORADB_TLS=verify trusts; the system's without it",
    allowed: 'a file',
  })
  tlsCaFile?: string = undefined;

  /**
   * auto (the package @coradb/node-coradb when installed, else the built-in client), broker, embedded, a package
   * name or a folder.
   */
  @PathSetting('CORADB_DRIVER', {
    meaning:
      'auto (the package @coradb/node-coradb when installed, else the built-in client), broker, embedded, a package name or a folder',
    allowed: '"auto", "broker", "embedded", a package name or a folder',
    isPath: (text) => /^[.~]|^(?!@).*[/\\]/.test(text) && driverProblem(text) === undefined,
    check: driverProblem,
  })
  driver = 'auto';

  /** Folder for the files of the embedded database; without it the database is in memory. */
  @PathSetting('CORADB_EMBEDDED_DIR', {
    meaning: 'Folder for the files of the embedded database; without it the database is in memory',
    allowed: 'a folder',
  })
  embeddedDir?: string = undefined;

  /** Memory at which the process of the embedded engine is ended; its queries may buffer half of it. */
  @IntegerSetting('CORADB_EMBEDDED_MEMORY_MB', {
    meaning: 'Memory at which the process of the embedded engine is ended; its queries may buffer half of it',
    min: 384,
    max: 1_000_000,
    unit: 'MB',
  })
  embeddedMemoryMb = 2_048;

  /**
   * Command that knows the login of a call that brings none, as the credential helpers of Docker
   * (docker-credential-…); over stdio only.
   */
  @TextSetting('CORADB_CREDENTIAL_HELPER', {
    meaning:
      'Command that knows the login of a call that brings none, as the credential helpers of Docker (docker-credential-…); over stdio only',
    allowed: 'a name or an absolute path, with or without arguments',
    check: commandProblem,
  })
  credentialHelper?: string = undefined;

  /**
   * on lets a person type the password of a call that brings none in a page of this machine, where the client can open
   * one; over stdio only.
   */
  @ChoiceSetting('CORADB_ASK_LOGIN', {
    meaning:
      'on lets a person type the password of a call that brings none in a page of this machine, where the client can open one; over stdio only',
    choices: ['off', 'on'],
  })
  askLogin: 'off' | 'on' = 'off';

  /**
   * Hosts a call may name: host or host:port, comma-separated; * for any. Default: any over stdio, CORADB_HOST at
   * CORADB_PORT alone over HTTP.
   */
  @ListSetting('CORADB_ALLOWED_HOSTS', {
    meaning:
      'Hosts a call may name: host or host:port, comma-separated; * for any. Default: any over stdio, CORADB_HOST at CORADB_PORT alone over HTTP',
    allowed: 'hosts (host or host:port) separated by commas, or *',
    check: allowedHostProblem,
  })
  allowedHosts?: string[] = undefined;

  /** Calls that may work on a database at the same time. */
  @IntegerSetting('CORADB_MAX_CONCURRENT_CALLS', {
    meaning: 'Calls that may work on a database at the same time',
    min: 1,
    max: 10_000,
  })
  maxConcurrentCalls = 32;

  /** Calls that may wait for their turn; one more is refused at once. */
  @IntegerSetting('CORADB_MAX_QUEUED_CALLS', {
    meaning: 'Calls that may wait for their turn; one more is refused at once',
    min: 0,
    max: 100_000,
  })
  maxQueuedCalls = 256;

  /**
   * Inputs that clients add by themselves and that are dropped, exact names, comma-separated; without it they are
   * refused.
   */
  @ListSetting('CORADB_IGNORE_INPUTS', {
    meaning:
      'Inputs that clients add by themselves and that are dropped, exact names, comma-separated; without it they are refused',
    allowed: 'names of inputs separated by commas',
  })
  ignoreInputs?: string[] = undefined;
}
