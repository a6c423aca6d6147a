import { InputError } from '../../../../errors/call-error.js';
import { BrokerError } from '../../../driver-errors.js';
import { type Charset, encodeText } from '../codec/charset.js';
import { openReply } from './error-reply.js';
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION } from './handshake.js';

const OPEN_DATABASE_BYTES = 628;
const SESSION_BYTES = 20;

/** Each field has 32 bytes, the last one is overwritten with NUL by the server. */
const FIELD_BYTES = 32;
const URL_OFFSET = 96;
const SESSION_OFFSET = 608;
/** The server reads the version text only below this length. */
const MAX_VERSION_BYTES = 19;
const DBMS_TYPES: ReadonlySet<number> = new Set([1, 4]);

export interface OpenDatabaseOptions {
  /** At most 31 bytes each; an empty user becomes PUBLIC. */
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Free text for the broker's logs; never put a password into it. */
  readonly url?: string;
  /** Text for the broker's logs. */
  readonly driverVersion?: string;
  /** The 20 bytes of an earlier reply, to attach to that session again. */
  readonly session?: Buffer;
  readonly charset?: Charset;
}

/** What the server says about itself (cas-protocol §2.2). */
export interface BrokerInfo {
  /** Prepared handles survive the end of a transaction. */
  readonly statementPooling: boolean;
  /** The newest protocol version of the server, not the negotiated one. */
  readonly protocolVersion: number;
  /** Same bits as in the handshake: 0x80 renewed error codes, 0x40 holdable results. */
  readonly functionFlags: number;
  /** Server parameter `oracle_compat_number_behavior`. */
  readonly oracleNumberStyle: boolean;
}

export interface OpenDatabaseReply {
  /** Process id of the CAS, needed to cancel. */
  readonly processId: number;
  readonly broker: BrokerInfo;
  /** The lower of the announced and the server's version: decode by it. */
  readonly protocolVersion: number;
  readonly casNumber: number;
  /** 20 opaque bytes (a copy): bytes 8 to 11 are the session id. */
  readonly session: Buffer;
}

/**
 * The 628 bytes that open a database. They hold the password in clear text: send them, and show them nowhere.
 * @throws InputError a name or the password is longer than 31 bytes, or holds a NUL
 */
export function encodeOpenDatabase(options: OpenDatabaseOptions): Buffer {
  const charset = options.charset ?? 'utf-8';
  const block = Buffer.alloc(OPEN_DATABASE_BYTES);
  writeField(block, 0, options.database, 'database', charset);
  writeField(block, FIELD_BYTES, options.user, 'user', charset);
  writeField(block, 2 * FIELD_BYTES, options.password, 'password', charset);
  writeUrlArea(block, options.url ?? 'coradb-mcp', options.driverVersion ?? '');
  options.session?.copy(block, SESSION_OFFSET, 0, SESSION_BYTES);
  return block;
}

/**
 * @param announced the version that was sent in the handshake
 * @throws EngineError wrong login, unknown database
 * @throws BrokerError refused by the broker, or a server that is too old or no CUBRID
 */
export function decodeOpenDatabase(
  body: Buffer,
  { announced = PROTOCOL_VERSION, charset = 'utf-8' }: { announced?: number; charset?: Charset } = {},
): OpenDatabaseReply {
  const { reader, result: processId } = openReply(body, { protocolVersion: announced, charset });
  const dbms = reader.u8('DBMS type');
  reader.u8('keep-connection');
  const statementPooling = reader.u8('statement pooling') === 1;
  reader.u8('persistent-connection hint');
  const server = reader.u8('protocol version of the server') & 0x3f;
  const functionFlags = reader.u8('function flags');
  const oracleNumberStyle = (reader.u8('number format') & 1) === 1;
  reader.u8('reserved byte');
  if (!DBMS_TYPES.has(dbms)) {
    throw new BrokerError(`The broker serves another kind of database (type ${dbms}), not CoraDB or CUBRID`);
  }
  const protocolVersion = Math.min(announced, server);
  if (protocolVersion < OLDEST_PROTOCOL_VERSION) {
    throw new BrokerError(
      `The server speaks protocol version ${protocolVersion}; this client needs 7 or newer`,
      {
        hint: 'Use CUBRID 10.0 or newer.',
      },
    );
  }
  const casNumber = reader.i32('CAS number');
  const session = Buffer.from(reader.bytes(SESSION_BYTES, 'session'));
  reader.expectEnd();
  const broker = { statementPooling, protocolVersion: server, functionFlags, oracleNumberStyle };
  return { processId, broker, protocolVersion, casNumber, session };
}

function writeField(block: Buffer, offset: number, text: string, name: string, charset: Charset): void {
  const bytes = encodeText(text, charset);
  if (bytes.length >= FIELD_BYTES) {
    throw new InputError(`The ${name} is too long: the broker takes at most ${FIELD_BYTES - 1} bytes`);
  }
  if (bytes.includes(0)) throw new InputError(`The ${name} must not contain a NUL character`);
  bytes.copy(block, offset);
}

/** Text, NUL, length of the version text (its NUL counted), version text (cas-protocol §2.1). */
function writeUrlArea(block: Buffer, url: string, version: string): void {
  const urlBytes = Buffer.from(url, 'latin1').subarray(
    0,
    SESSION_OFFSET - URL_OFFSET - MAX_VERSION_BYTES - 3,
  );
  urlBytes.copy(block, URL_OFFSET);
  if (version === '') return;
  const versionBytes = Buffer.from(`${version.slice(0, MAX_VERSION_BYTES - 1)}\0`, 'latin1');
  const offset = URL_OFFSET + urlBytes.length + 1;
  block.writeUInt8(versionBytes.length, offset);
  versionBytes.copy(block, offset + 1);
}
