import { arangoDatabaseProblem } from './address-checks.js';
import type { ConfirmSetting, WriteMode } from './coradb-settings.js';
import {
  ChoiceSetting,
  IntegerSetting,
  ListSetting,
  PathSetting,
  TextSetting,
} from './setting.decorators.js';

/** What `ARANGO_TOOLS` chooses from. */
export type ArangoToolGroup = 'read' | 'write' | 'admin' | 'graph' | 'export';

const ARANGO_TOOL_GROUPS: readonly ArangoToolGroup[] = ['read', 'write', 'admin', 'graph', 'export'];

const DAY_MS = 86_400_000;

/** Settings of the ArangoDB tools. Each property is one `ARANGO_*` variable; the initial value is its default. */
export class ArangoSettings {
  /** Server, or coordinators of one cluster separated by commas; without it there are no ArangoDB tools. */
  @ListSetting('ARANGO_URL', {
    meaning:
      'Server, or coordinators of one cluster separated by commas; without it there are no ArangoDB tools',
    allowed: 'http:// or https:// addresses without credentials, separated by commas',
  })
  url: string[] = [];

  /** Database for calls that give none. */
  @TextSetting('ARANGO_DATABASE', {
    meaning: 'Database for calls that give none',
    allowed: 'a database name',
    check: arangoDatabaseProblem,
    maxLength: 128,
  })
  database = '_system';

  /** Databases a call may name, comma-separated; * for any. */
  @ListSetting('ARANGO_DATABASES', {
    meaning: 'Databases a call may name, comma-separated; * for any',
    allowed: 'database names separated by commas, or *',
    check: arangoDatabaseProblem,
  })
  databases: string[] = ['*'];

  /** User to log in as. */
  @TextSetting('ARANGO_USERNAME', { meaning: 'User to log in as', allowed: 'a user name', maxLength: 1024 })
  username = 'root';

  /** Password of the user; without it an empty one. */
  @TextSetting('ARANGO_PASSWORD', {
    meaning: 'Password of the user; without it an empty one',
    allowed: 'a password that is not empty',
    secret: true,
  })
  password?: string = undefined;

  /** JSON Web Token to log in with instead of a user and password. */
  @TextSetting('ARANGO_TOKEN', {
    meaning: 'JSON Web Token to log in with instead of a user and password',
    allowed: 'a token',
    secret: true,
    maxLength: 65_536,
  })
  token?: string = undefined;

  /** PEM file with certificates to trust besides the usual ones, for https:// addresses. */
  @PathSetting('ARANGO_TLS_CA_FILE', {
    meaning: 'PEM file with certificates to trust besides the usual ones, for https:// addresses',
    allowed: 'a file',
  })
  tlsCaFile?: string = undefined;

  /** What the write tools may save: write, dryrun (always rolled back) or off (no such tools). */
  @ChoiceSetting('ARANGO_WRITE_MODE', {
    meaning: 'What the write tools may save: write, dryrun (always rolled back) or off (no such tools)',
    choices: ['write', 'dryrun', 'off'],
  })
  writeMode: WriteMode = 'write';

  /** Groups of tools that are offered: read, write, admin, graph, export. */
  @ListSetting('ARANGO_TOOLS', {
    meaning: 'Groups of tools that are offered: read, write, admin, graph, export',
    allowed: `some of ${ARANGO_TOOL_GROUPS.join(', ')}, separated by commas`,
    check: (group) =>
      ARANGO_TOOL_GROUPS.some((known) => known === group) ? undefined : `names no group "${group}"`,
  })
  tools: ArangoToolGroup[] = [...ARANGO_TOOL_GROUPS];

  /**
   * Which changes a person must confirm through the client before they are saved: never, destructive (all but
   * inserting and creating) or always; default: as CORADB_CONFIRM.
   */
  @ChoiceSetting('ARANGO_CONFIRM', {
    meaning:
      'Which changes a person must confirm through the client before they are saved: never, destructive (all but inserting and creating) or always; default: as CORADB_CONFIRM',
    choices: ['never', 'destructive', 'always'],
  })
  confirm: ConfirmSetting = 'never';

  /** What calls may do with system collections, _users apart: read or write. */
  @ChoiceSetting('ARANGO_SYSTEM_COLLECTIONS', {
    meaning: 'What calls may do with system collections, _users apart: read or write',
    choices: ['read', 'write'],
  })
  systemCollections: 'read' | 'write' = 'read';

  /** Rows per query when the call does not say. */
  @IntegerSetting('ARANGO_MAX_ROWS', {
    meaning: 'Rows per query when the call does not say',
    min: 1,
    max: 1_000_000,
    unit: 'rows',
  })
  maxRows = 200;

  /** Most rows a call may ask for. */
  @IntegerSetting('ARANGO_MAX_ROWS_LIMIT', {
    meaning: 'Most rows a call may ask for',
    min: 1,
    max: 1_000_000,
    unit: 'rows',
  })
  maxRowsLimit = 5_000;

  /** A call's time limit when it gives none; 0 for none. */
  @IntegerSetting('ARANGO_CALL_TIMEOUT_MS', {
    meaning: "A call's time limit when it gives none; 0 for none",
    min: 0,
    max: DAY_MS,
    unit: 'ms',
  })
  callTimeoutMs = 120_000;

  /** Longest time limit a call may ask for. */
  @IntegerSetting('ARANGO_MAX_TIMEOUT_MS', {
    meaning: 'Longest time limit a call may ask for',
    min: 1,
    max: DAY_MS,
    unit: 'ms',
  })
  maxTimeoutMs = 600_000;

  /** Server-side limit per query when the call has no limit. */
  @IntegerSetting('ARANGO_QUERY_TIMEOUT_MS', {
    meaning: 'Server-side limit per query when the call has no limit',
    min: 1,
    max: DAY_MS,
    unit: 'ms',
  })
  queryTimeoutMs = 60_000;

  /** Memory of a query when the call does not say; 0 for the server's own limit. */
  @IntegerSetting('ARANGO_MEMORY_LIMIT', {
    meaning: "Memory of a query when the call does not say; 0 for the server's own limit",
    min: 0,
    max: 1_000_000_000_000,
    unit: 'bytes',
  })
  memoryLimit = 0;

  /** Longer strings in a document are cut. */
  @IntegerSetting('ARANGO_MAX_CELL_CHARS', {
    meaning: 'Longer strings in a document are cut',
    min: 1,
    max: 100_000_000,
    unit: 'characters',
  })
  maxCellChars = 20_000;

  /** Rows beyond this size are left out of a reply. */
  @IntegerSetting('ARANGO_MAX_RESPONSE_CHARS', {
    meaning: 'Rows beyond this size are left out of a reply',
    min: 1_000,
    max: 100_000_000,
    unit: 'characters',
  })
  maxResponseChars = 200_000;

  /** Calls that may work on the server at the same time; one more is refused at once. */
  @IntegerSetting('ARANGO_MAX_CONCURRENT_CALLS', {
    meaning: 'Calls that may work on the server at the same time; one more is refused at once',
    min: 1,
    max: 10_000,
  })
  maxConcurrentCalls = 32;

  /** Folder beneath which arango_export writes and arango_restore reads; without it there are no such tools. */
  @PathSetting('ARANGO_BACKUP_ROOT', {
    meaning:
      'Folder beneath which arango_export writes and arango_restore reads; without it there are no such tools',
    allowed: 'an absolute folder path',
    staysRelative: true,
  })
  backupRoot?: string = undefined;

  /** Most documents one export may write. */
  @IntegerSetting('ARANGO_EXPORT_MAX_DOCUMENTS', {
    meaning: 'Most documents one export may write',
    min: 1,
    max: 1_000_000_000,
    unit: 'documents',
  })
  exportMaxDocuments = 100_000;
}
