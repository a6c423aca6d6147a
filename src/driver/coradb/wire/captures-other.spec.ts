import { describe, expect, it } from 'vitest';
import { decodeDialogue, type Step } from '../../../../test/helpers/capture-dialogue.js';
import { performances } from '../../../../test/helpers/capture-performances.js';
import { expectRows } from '../../../../test/helpers/capture-values.js';
import { captureNames, type ExpectedRow, fromHex, loadCapture } from '../../../../test/helpers/captures.js';
import { BrokerError, ConnectionLostError, EngineError } from '../../driver-errors.js';
import { decodeCancelReply, decodeHandshakeReply, decodePingReply } from './messages/handshake.js';
import { decodeOpenDatabase } from './messages/open-database.js';

/** What the captures hold beyond statements: connecting, broker messages, bare codes, rules for long results. */
function stepsOf(name: string): Step[] {
  return decodeDialogue(loadCapture(name));
}

function caught(run: () => unknown): Error & { code?: number | string; engineMessage?: string } {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

/** The health check opens a database that is none; this client asks the broker instead. */
function opensDatabase(name: string): boolean {
  return name !== 'health-check' && loadCapture(name).openDatabase !== undefined;
}

describe('opening a database', () => {
  it.each(captureNames().filter(opensDatabase))('%s', (name) => {
    const { openDatabase, handshake, expected } = loadCapture(name);
    if (handshake) expect(decodeHandshakeReply(fromHex(handshake.response))).toEqual({ kind: 'accepted' });
    const frame = fromHex(openDatabase?.response ?? '');
    const body = frame.subarray(8);
    const error = (expected.connectError ?? expected.error) as
      { code: number; message: string | null } | undefined;
    if (body.length === 36) {
      const reply = decodeOpenDatabase(body);
      // README: offset 8 of the reply is the process id; the session is the last 20 bytes.
      expect(reply.processId).toBe(frame.readInt32BE(8));
      expect(reply.session.equals(frame.subarray(24))).toBe(true);
      expect(reply.protocolVersion).toBe(12);
      expect(reply.broker.statementPooling).toBe(name !== 'statement-pooling-off');
    } else {
      const thrown = caught(() => decodeOpenDatabase(body));
      expect(thrown.code).toBe(error?.code);
      if (error?.message) expect(thrown.engineMessage).toBe(error.message);
      expect(thrown).toBeInstanceOf(error?.message ? EngineError : BrokerError);
    }
  });
});

describe('messages to the broker port', () => {
  it('broker-messages: the values the sources name', () => {
    const { exchanges, expected } = loadCapture('broker-messages');
    const answers = exchanges.filter(({ socket }) => socket !== undefined);
    // The driver never asks for a status.
    const read = answers.map(({ function: kind }) => kind !== 'ST');
    const seen = answers
      .filter((_, index) => read[index])
      .map((exchange) => {
        const bytes = fromHex(exchange.response ?? '');
        const decode = exchange.function === 'PING' ? decodePingReply : decodeCancelReply;
        try {
          decode(bytes);
          return 0;
        } catch (error) {
          return (error as BrokerError).code;
        }
      });
    const values = (expected.values as number[]).filter((_, index) => read[index]);
    // The old cancel form answers in the old style (-1019); the client sees one code for one thing.
    expect(seen).toEqual(values.map((value) => (value === -1019 ? -10019 : value)));
  });

  it('handshake-refusals: each is a broker error with its code and its name', () => {
    const { exchanges, expected } = loadCapture('handshake-refusals');
    const errors = exchanges.map(({ response }) =>
      caught(() => decodeHandshakeReply(fromHex(response ?? ''))),
    );
    const codes = (expected.errors as { code: number }[]).map(({ code }) => (code === -1103 ? -10103 : code));
    expect(errors.map((error) => error.code)).toEqual(codes);
    expect(errors[0]?.message).toContain('address rejected');
    expect(errors[2]?.message).toContain('TLS expected');
  });

  it('handshake-queue-full: no free CAS', () => {
    const answered = loadCapture('handshake-queue-full').exchanges.filter(
      ({ socket, response }) => socket !== undefined && response,
    );
    const error = caught(() => decodeHandshakeReply(fromHex(answered[0]?.response ?? '')));
    expect(error.code).toBe(-10017);
    expect(error.message).toContain('no free CAS');
  });

  it.each([
    ['cancel-select', 'X1'],
    ['cancel-update', 'QC'],
  ])('%s: the cancel by %s is accepted', (name, kind) => {
    const cancel = loadCapture(name).exchanges.find((exchange) => exchange.function === kind);
    expect(() => decodeCancelReply(fromHex(cancel?.response ?? ''))).not.toThrow();
  });
});

describe('error codes', () => {
  it('bind-errors', () => {
    const errors = stepsOf('bind-errors').flatMap((step) => step.error ?? []);
    const expected = loadCapture('bind-errors').expected.codes as { indicator: number; code: number }[];
    expect(errors.map((error) => error.code)).toEqual(expected.map(({ code }) => code));
    expect(errors.map((error) => (error instanceof EngineError ? -2 : -1))).toEqual(
      expected.map(({ indicator }) => indicator),
    );
  });

  it('errors-cas: in all shapes; a broken frame ends the connection', () => {
    const steps = stepsOf('errors-cas').slice(1);
    const codes = loadCapture('errors-cas').expected.codes as number[];
    expect(steps.slice(0, codes.length).map((step) => step.error?.code ?? 0)).toEqual(codes);
    expect(steps[codes.length - 1]?.error).toBeInstanceOf(ConnectionLostError);
  });

  it('deadlock: the whole transaction is lost', () => {
    const victims = stepsOf('deadlock').flatMap((step) => step.error ?? []);
    expect(victims.map((error) => error.code)).toEqual([-72]);
    expect((victims[0] as EngineError).transactionLost).toBe(true);
  });

  it('an interrupted statement does not lose the transaction', () => {
    const [error] = stepsOf('cancel-too-early').flatMap((step) => step.error ?? []);
    expect(error?.code).toBe(-4);
    expect((error as EngineError).transactionLost).toBe(false);
  });
});

describe('rows by rule', () => {
  it('fetch-big: all 1800 rows', () => {
    const [run] = performances(stepsOf('fetch-big'));
    const rule = Array.from({ length: 1800 }, (_, index): ExpectedRow => [index + 1, `row ${index + 1}`]);
    expect(run?.rows).toEqual(rule);
  });

  it('early-commit-lost-rows: 110 rows when holdable, 108 of 110 without', () => {
    const [lost, held] = performances(stepsOf('early-commit-lost-rows'));
    const number = { kind: 'decimal', text: '-99999999999999999999999999999999999999' };
    const rule = Array.from({ length: 110 }, (_, index) => [index + 1, number, number, number]);
    expect(held?.rows).toEqual(rule);
    expect([lost?.count, held?.count]).toEqual([110, 110]);
    expect(lost?.rows.length).toBe(108);
  });

  it('zero-dates', () => {
    const run = performances(stepsOf('zero-dates')).at(-1);
    expectRows(run?.rows ?? [], loadCapture('zero-dates').expected.rows as ExpectedRow[], run?.columns ?? []);
  });

  it('types-collections-nested', () => {
    const [run] = performances(stepsOf('types-collections-nested'));
    expect(run?.rows).toEqual(loadCapture('types-collections-nested').expected.rows);
  });

  it('deadlock: what the victim sees afterwards', () => {
    const run = performances(stepsOf('deadlock')).at(-1);
    expect(run?.rows).toEqual(loadCapture('deadlock').expected.rowsSeenByVictimAfterwards);
  });

  it('bind-insert: affected rows', () => {
    const counts = performances(stepsOf('bind-insert')).map((run) => run.count);
    expect(counts.slice(0, 2)).toEqual(loadCapture('bind-insert').expected.affectedRows);
  });

  it('bind-echo: what JDBC cannot show, as csql prints it (18 to 24)', () => {
    const values = performances(stepsOf('bind-echo')).map((run) => run.rows[0]?.[0]);
    expect(values[17]).toBe('2024-07-01 12:00:00 America/New_York EDT');
    expect(values[18]).toBe('2024-07-01 12:00:00.005 -03:30');
    expect(values[19]).toBe('2024-07-01 12:00:00.005 Asia/Seoul KST');
    expect(values[20]).toBe('{"x":1}');
    expect(values[22]).toEqual([1, 2, 3]);
    expect(values[23]).toEqual(['b', 'a']);
  });

  it('evaluate-get: values that carry their type, as csql prints them', () => {
    const [five, text] = performances(stepsOf('evaluate-get'));
    expect(five?.rows).toEqual([[6]]);
    expect(text?.rows).toEqual([['x']]);
  });
});

describe('small functions', () => {
  it('connect-basic: version', () => {
    const steps = stepsOf('connect-basic');
    expect(steps.find((step) => step.code === 15)?.reply).toBe('11.4.0.1460');
  });
});
