import { timingSafeEqual } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BearerTokens } from '../../src/http/authentication/bearer-tokens.js';
import { PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { send } from '../helpers/raw-request.js';

// Watches the real function: a clock in a test would measure the machine, the lengths compared are certain.
vi.mock('node:crypto', { spy: true });

const FIRST = 'first-token-of-the-list';
const MIDDLE = 'a-token-of-another-length-in-the-middle';
const LAST = 'last-token-of-the-list-';

/** What is presented, and whether it is right. */
const PRESENTED = [
  ['the first token', FIRST, true],
  ['the last token', LAST, true],
  ['a wrong first byte', `X${FIRST.slice(1)}`, false],
  ['a wrong last byte', `${FIRST.slice(0, -1)}X`, false],
  ['a wrong last byte of the last token', `${LAST.slice(0, -1)}X`, false],
  ['one byte less', FIRST.slice(0, -1), false],
  ['one byte more', `${FIRST}x`, false],
  ['one byte', 'f', false],
  ['a long token', 'x'.repeat(15_000), false],
] as const;

/** Bytes of both sides of each comparison, in order. SHA-256 gives 32, whatever goes in (FIPS 180-4). */
const comparedBytes = () =>
  vi.mocked(timingSafeEqual).mock.calls.map(([left, right]) => [left.byteLength, right.byteLength]);
const EVERY_TOKEN_WHOLE = [
  [32, 32],
  [32, 32],
  [32, 32],
];

beforeEach(() => void vi.mocked(timingSafeEqual).mockClear());

describe('the time to judge a fixed token', () => {
  const tokens = new BearerTokens([`alice:${FIRST}`, MIDDLE, `bob:${LAST}`]);

  it.each([...PRESENTED, ['nothing', '', false] as const])(
    'does not depend on how much of it is right: %s',
    (_name, presented, right) => {
      expect(tokens.nameOf(presented) !== undefined).toBe(right);
      expect(comparedBytes()).toEqual(EVERY_TOKEN_WHOLE);
    },
  );
});

describe.each(PLATFORMS)('token timing over HTTP on %s', (platform) => {
  let server: HttpServer;
  beforeAll(async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'coradb-')), 'tokens');
    writeFileSync(file, `bob:${LAST}\n`);
    server = await startHttpServer(platform, {
      CORADB_HTTP_TOKENS: `alice:${FIRST},${MIDDLE}`,
      CORADB_HTTP_TOKENS_FILE: file,
    });
  });
  afterAll(() => server.close());

  it.each(PRESENTED)('every token is compared whole: %s', async (_name, presented, right) => {
    const reply = await send(server.origin, { headers: { authorization: `Bearer ${presented}` } });
    expect(reply.status).toBe(right ? 200 : 401);
    expect(comparedBytes()).toEqual(EVERY_TOKEN_WHOLE);
  });

  it('all wrong ones get the same answer', async () => {
    const answers = new Set<string>();
    for (const [, presented, right] of PRESENTED) {
      if (right) continue;
      const reply = await send(server.origin, { headers: { authorization: `Bearer ${presented}` } });
      answers.add(JSON.stringify([reply.status, reply.text, reply.headers['www-authenticate']]));
    }
    expect(answers.size).toBe(1);
  });

  it('what is no token at all is compared with none', async () => {
    const reply = await send(server.origin, { headers: { authorization: 'Bearer ' } });
    expect(reply.status).toBe(401);
    expect(comparedBytes()).toEqual([]);
  });
});
