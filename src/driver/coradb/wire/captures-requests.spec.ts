import { describe, expect, it } from 'vitest';
import { CAPTURE_CONTEXT } from '../../../../test/helpers/capture-dialogue.js';
import { toParameter } from '../../../../test/helpers/capture-parameters.js';
import {
  captureNames,
  type Exchange,
  fromHex,
  loadCapture,
  splitRequest,
} from '../../../../test/helpers/captures.js';
import { type BindValue, encodeBindParameters } from './codec/bind-parameter.js';
import { encodeRequest } from './framing.js';
import { encodeCloseStatement, encodePlanOfText, encodePrepare } from './messages/prepare.js';
import {
  encodeDatabaseVersion,
  encodeEndTran,
  encodeSetDatabaseParameter,
  NO_ARGUMENTS,
} from './messages/connection.js';
import { encodeExecute, encodeFetch, encodePrepareAndExecute } from './messages/execute.js';
import { encodeHandshake, encodePing, encodeQueryCancel } from './messages/handshake.js';
import { encodeOpenDatabase } from './messages/open-database.js';

/**
 * What this client would send for the captured requests, byte for byte. SQL and bind values come from the readable
 * part of the capture, the other arguments from the frame, which the test splits by itself.
 */
const encoded = { requests: 0, parameters: 0 };

type Args = readonly Buffer[];
type Encode = (args: Args, exchange: Exchange) => Buffer | undefined;

const int = (args: Args, index: number): number => args[index]?.readInt32BE(0) ?? Number.NaN;
const byte = (args: Args, index: number): number => args[index]?.[0] ?? 0;
const flag = (args: Args, index: number): boolean => byte(args, index) === 1;

const ENCODERS: Readonly<Record<number, Encode>> = {
  1: (args) => (byte(args, 0) > 2 ? undefined : encodeEndTran(byte(args, 0) === 1 ? 'commit' : 'rollback')),
  2: (args, { sql = '' }) =>
    encodePrepare(
      {
        sql,
        flags: byte(args, 1),
        autoCommit: flag(args, 2),
        closeHandles: args.slice(3).map((arg) => arg.readInt32BE(0)),
      },
      CAPTURE_CONTEXT,
    ),
  3: encodeCapturedExecute,
  5: (args) => encodeSetDatabaseParameter(int(args, 0), int(args, 1)),
  6: (args) => encodeCloseStatement(int(args, 0), flag(args, 1)),
  8: (args) =>
    encodeFetch({
      handle: int(args, 0),
      position: int(args, 1),
      count: int(args, 2),
      resultIndex: int(args, 4),
    }),
  15: (args) => encodeDatabaseVersion(flag(args, 0)),
  24: (_, { sql }) => (sql === undefined ? undefined : encodePlanOfText(sql, CAPTURE_CONTEXT)),
  31: () => NO_ARGUMENTS,
  41: (args, { sql = '' }) =>
    encodePrepareAndExecute(
      {
        sql,
        flags: byte(args, 2),
        autoCommit: flag(args, 3),
        executeFlags: byte(args, 4),
        maxColumnBytes: int(args, 5),
        maxRows: int(args, 6),
        timeoutMs: int(args, 9),
      },
      CAPTURE_CONTEXT,
    ),
};

function encodeCapturedExecute(args: Args, { params = [] }: Exchange): Buffer | undefined {
  const bound = params.map(toParameter);
  // Left out: LOB handles and raw bytes, which no caller can bind here, and a frame that is wrong on purpose.
  if (bound.some((parameter) => parameter === undefined) || args.length !== 10 + 2 * params.length)
    return undefined;
  const parameters: BindValue[] = encodeBindParameters(
    bound.filter((parameter) => parameter !== undefined),
    'utf-8',
  );
  encoded.parameters += parameters.length;
  return encodeExecute({
    handle: int(args, 0),
    flags: byte(args, 1),
    maxColumnBytes: int(args, 2),
    maxRows: int(args, 3),
    fetchInline: flag(args, 5),
    autoCommit: flag(args, 6),
    forwardOnly: flag(args, 7),
    timeoutMs: int(args, 9),
    parameters,
  });
}

describe.each(captureNames())('requests of capture %s', (capture) => {
  it('are encoded byte for byte', () => {
    const { exchanges } = loadCapture(capture);
    for (const exchange of exchanges.filter(({ socket, request }) => socket === undefined && request)) {
      const frame = fromHex(exchange.request ?? '');
      const { code, args } = splitRequest(frame);
      const encodedArgs = ENCODERS[code]?.(args, exchange);
      if (encodedArgs === undefined) continue;
      expect(encodeRequest(frame.subarray(4, 8), code, encodedArgs).toString('hex')).toBe(exchange.request);
      encoded.requests += 1;
    }
  });
});

describe('the first bytes', () => {
  it.each(captureNames().filter((capture) => loadCapture(capture).openDatabase))('of %s', (capture) => {
    const { handshake, openDatabase } = loadCapture(capture);
    const tls = capture === 'tls';
    if (handshake) expect(encodeHandshake({ tls }).toString('hex')).toBe(handshake.request);
    const block = fromHex(openDatabase?.request ?? '');
    const field = (offset: number): string => block.toString('utf8', offset, block.indexOf(0, offset));
    expect(
      encodeOpenDatabase({
        database: field(0),
        user: field(32),
        password: field(64),
        url: 'cubrid-ts',
        driverVersion: '1.0.0',
        session: block.subarray(608),
      }).equals(block),
    ).toBe(true);
  });
});

describe('messages to the broker port', () => {
  it('broker-messages', () => {
    const { exchanges } = loadCapture('broker-messages');
    for (const { function: kind, request = '' } of exchanges.filter(({ socket }) => socket !== undefined)) {
      const bytes = fromHex(request);
      const messages: Record<string, Buffer> = {
        PING: encodePing(),
        QC: encodeQueryCancel(bytes.readInt32BE(2), bytes.readUInt16BE(6)),
      };
      const message = messages[kind];
      if (message !== undefined) expect(message.toString('hex')).toBe(request);
    }
  });
});

describe('all captures', () => {
  it('were encoded', () => {
    process.stdout.write(
      `requests encoded byte for byte: ${encoded.requests}, bind values: ${encoded.parameters}\n`,
    );
    expect(encoded.requests).toBeGreaterThan(750);
    expect(encoded.parameters).toBeGreaterThan(70);
  });
});
