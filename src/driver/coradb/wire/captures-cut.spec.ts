import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAPTURE_CONTEXT, decodeDialogue, type Step } from '../../../../test/helpers/capture-dialogue.js';
import { type Capture, captureNames, fromHex, loadCapture } from '../../../../test/helpers/captures.js';
import { FrameReader } from './framing.js';
import { decodeOpenDatabase } from './messages/open-database.js';
import { decodePrepare } from './messages/prepare.js';
import { WireFormatError } from './codec/reader.js';

/** Every reply of every capture, cut at each byte; every stream of replies, split at each byte. */
const tried = { cuts: 0, splits: 0, streams: 0 };

/** An error may also come without message bytes (cas-protocol §3.4): indicator and code alone are whole. */
const BARE_ERROR_BYTES = 8;

// Some 200,000 errors are thrown on purpose; their stacks would take most of the time.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

describe.each(captureNames())('capture %s', (name) => {
  const capture = loadCapture(name);
  const steps = decodeDialogue(capture);

  it('a reply cut at any byte is an error', () => {
    for (const step of steps.filter(({ decode }) => decode !== undefined)) {
      for (let length = 0; length < step.body.length; length++) expectCutError(step, length);
    }
  });

  it('a stream split at any byte gives the same frames', () => {
    for (const stream of streamsOf(capture)) {
      const whole = new FrameReader().push(stream);
      tried.streams += 1;
      for (let at = 1; at < stream.length; at++) {
        const reader = new FrameReader();
        const frames = [...reader.push(stream.subarray(0, at)), ...reader.push(stream.subarray(at))];
        if (!sameFrames(frames, whole)) expect(frames).toEqual(whole);
        tried.splits += 1;
      }
      const reader = new FrameReader();
      const frames = Array.from(stream, (byte) => reader.push(Buffer.from([byte]))).flat();
      if (!sameFrames(frames, whole)) expect(frames).toEqual(whole);
      expect(reader.pendingBytes).toBe(0);
    }
  });
});

describe('all captures', () => {
  it('were cut and split', () => {
    process.stdout.write(
      `cut positions: ${tried.cuts}, split positions: ${tried.splits} in ${tried.streams} streams\n`,
    );
    expect(tried.cuts).toBeGreaterThan(100_000);
    expect(tried.splits).toBeGreaterThan(100_000);
  });
});

describe('an open-database reply', () => {
  it('cut at any byte is an error', () => {
    const body = fromHex(loadCapture('connect-basic').openDatabase?.response ?? '').subarray(8);
    for (let length = 0; length < body.length; length++) {
      expect(() => decodeOpenDatabase(body.subarray(0, length))).toThrow(WireFormatError);
    }
  });

  it('with bytes too many is an error', () => {
    const body = fromHex(loadCapture('connect-basic').openDatabase?.response ?? '').subarray(8);
    expect(() => decodeOpenDatabase(Buffer.concat([body, Buffer.alloc(1)]))).toThrow(WireFormatError);
  });
});

describe('bytes too many', () => {
  it('behind any reply are an error', () => {
    const steps = captureNames().flatMap((name) => decodeDialogue(loadCapture(name)));
    for (const step of steps.filter(
      ({ code, decode, error }) => decode !== undefined && error === undefined && code !== 15 && code !== 24,
    )) {
      // One more byte would make an empty reply a short one, so that is an error as well.
      expect(() => step.decode?.(Buffer.concat([step.body, Buffer.from([1])]))).toThrow(WireFormatError);
    }
  });

  it('a column count of two thousand millions is refused before anything is allocated', () => {
    const body = fromHex(loadCapture('select-basic').exchanges[1]?.response ?? '').subarray(8);
    const broken = Buffer.from(body);
    broken.writeInt32BE(2_000_000_000, 14);
    expect(() => decodePrepare(broken, CAPTURE_CONTEXT)).toThrow(WireFormatError);
  });
});

function expectCutError(step: Step, length: number): void {
  tried.cuts += 1;
  try {
    step.decode?.(step.body.subarray(0, length));
  } catch (error) {
    if (error instanceof WireFormatError) return;
    if (step.error !== undefined && length === BARE_ERROR_BYTES) {
      expect((error as Step['error'])?.code).toBe(step.error.code);
      return;
    }
    throw error;
  }
  throw new Error(`${step.exchange.function} cut at ${length} of ${step.body.length} bytes was accepted`);
}

/** What the server sent on each connection, one reply after the other. */
function streamsOf(capture: Capture): Buffer[] {
  const streams = new Map<string, Buffer[]>();
  for (const exchange of capture.exchanges) {
    if (exchange.socket !== undefined || !exchange.response) continue;
    const key = exchange.connection ?? 'A';
    streams.set(key, [...(streams.get(key) ?? []), fromHex(exchange.response)]);
  }
  return [...streams.values()].map((replies) => Buffer.concat(replies));
}

function sameFrames(
  frames: readonly { casInfo: Buffer; body: Buffer }[],
  whole: readonly { casInfo: Buffer; body: Buffer }[],
): boolean {
  return (
    frames.length === whole.length &&
    frames.every(
      ({ casInfo, body }, index) => whole[index]?.casInfo.equals(casInfo) && whole[index]?.body.equals(body),
    )
  );
}
