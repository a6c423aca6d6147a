import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemoryStore } from '../../../test/helpers/memory-store.js';
import { ForgivingStore } from '../../store/remote-store.js';
import { OwnQuestions, SharedQuestions } from './question-register.js';
import { QuestionSigner } from './question-signer.js';
import { signingKey } from './shared-signer.js';

const SECRET = 'a-secret-of-more-than-32-characters';
const MINUTES_5 = 300_000;
const ACTION = ['alice', { sql: 'DELETE FROM t', password: 'never-to-be-read' }];
/** The codec takes nothing from it without a binding of its own. */
const CONTEXT = {} as ServerContext;

afterEach(() => void vi.useRealTimers());

/** One process of several. Without a rest after a failure: the store is asked every time. */
function processOn(store: MemoryStore, secret = SECRET): QuestionSigner {
  let now = 0;
  const forgiving = new ForgivingStore(
    store,
    () => undefined,
    () => (now += 10_000),
  );
  return new QuestionSigner(signingKey(secret), new SharedQuestions(forgiving, MINUTES_5));
}

async function signed(signer: QuestionSigner, details?: unknown): Promise<string> {
  const state = await signer.sign(ACTION, details);
  if (state === undefined) throw new Error('not signed');
  return state;
}

/** Whether the answer to a state counts. */
async function counts(signer: QuestionSigner, state: string, action: unknown = ACTION): Promise<boolean> {
  const bound = await signer.recognise(state, action, CONTEXT);
  return bound !== undefined && (await signer.take(bound));
}

describe('processes with one secret and one store', () => {
  it('take the answer to what another asked, with its details, once in all', async () => {
    const store = new MemoryStore();
    const [one, other] = [processOn(store), processOn(store)];
    const state = await signed(one, [3, null]);
    expect(await other.recognise(state, ACTION, CONTEXT)).toMatchObject({ details: [3, null] });
    expect(await counts(other, state)).toBe(true);
    for (const each of [one, other, processOn(store)]) expect(await counts(each, state)).toBe(false);
  });

  it('let one of many at the same time have it', async () => {
    const store = new MemoryStore();
    const processes = Array.from({ length: 10 }, () => processOn(store));
    const state = await signed(processOn(store));
    const results = await Promise.all(processes.map((each) => counts(each, state)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it('take no answer to another action, or of another caller', async () => {
    const store = new MemoryStore();
    const [one, other] = [processOn(store), processOn(store)];
    const state = await signed(one);
    expect(await counts(other, state, ['alice', { sql: 'DELETE FROM u' }])).toBe(false);
    expect(await counts(other, state, ['bob', ACTION[1]])).toBe(false);
    expect(await counts(other, state)).toBe(true);
  });

  it('take nothing that was changed, or signed with another secret', async () => {
    const store = new MemoryStore();
    const state = await signed(processOn(store));
    const [version, body = '', mac] = state.split('.');
    const forged = JSON.parse(Buffer.from(body, 'base64url').toString()) as { p: { details?: unknown } };
    forged.p.details = [0];
    const changed = Buffer.from(JSON.stringify(forged)).toString('base64url');
    expect(await counts(processOn(store), `${version}.${changed}.${mac}`)).toBe(false);
    expect(await counts(processOn(store, `${SECRET}-other`), state)).toBe(false);
    expect(await counts(processOn(store), state)).toBe(true);
  });

  it('take nothing after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const store = new MemoryStore();
    const [early, late] = [await signed(processOn(store)), await signed(processOn(store))];
    vi.advanceTimersByTime(MINUTES_5 - 1_000);
    expect(await counts(processOn(store), early)).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(await counts(processOn(store), late)).toBe(false);
  });

  it('show no part of the action in the state, and nothing but a number in the store', async () => {
    const store = new MemoryStore();
    const body = (await signed(processOn(store))).split('.')[1] ?? '';
    const seen = Buffer.from(body, 'base64url').toString() + JSON.stringify([...store.texts]);
    expect(seen).not.toMatch(/never-to-be-read|DELETE|alice|a-secret/);
    expect([...store.texts]).toEqual([[expect.stringMatching(/^coradb-mcp:1:question:[\w-]{22}$/), 'open']]);
  });
});

describe('a store that is away', () => {
  it('lets nothing be asked or answered through it', async () => {
    const store = new MemoryStore();
    const state = await signed(processOn(store));
    store.away = true;
    expect(await processOn(store).sign(ACTION, undefined)).toBeUndefined();
    expect(await counts(processOn(store), state)).toBe(false);
    store.away = false;
    expect(await counts(processOn(store), state)).toBe(true);
  });

  it('and has lost what it held takes no answer, used or not', async () => {
    const store = new MemoryStore();
    const [used, unused] = [await signed(processOn(store)), await signed(processOn(store))];
    expect(await counts(processOn(store), used)).toBe(true);
    store.texts.clear();
    expect(await counts(processOn(store), used)).toBe(false);
    expect(await counts(processOn(store), unused)).toBe(false);
  });
});

describe('a process with a key of its own', () => {
  const own = () => new QuestionSigner(new Uint8Array(32).fill(7), new OwnQuestions(MINUTES_5));

  it('takes each answer once, and no answer of another', async () => {
    const signer = own();
    const state = await signed(signer);
    expect(await counts(processOn(new MemoryStore()), state)).toBe(false);
    expect(await counts(signer, state)).toBe(true);
    expect(await counts(signer, state)).toBe(false);
  });
});
