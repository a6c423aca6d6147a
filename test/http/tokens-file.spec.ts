import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { send } from '../helpers/raw-request.js';

vi.mock('node:fs', { spy: true });

/** Shortest time between two looks at the file, in ms. */
const LOOK_AGAIN_MS = 1_000;
const KEPT = 'a-token-that-stays';
const GONE = 'a-token-that-goes';
const NEW = 'a-token-that-comes';

describe.each(PLATFORMS)('the tokens file on %s', (platform) => {
  let file: string;
  let server: HttpServer;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    file = join(mkdtempSync(join(tmpdir(), 'coradb-')), 'tokens');
    writeFileSync(file, `kim:${KEPT}\nlee:${GONE}\n`);
    server = await startHttpServer(platform, {
      CORADB_HTTP_TOKENS: 'in-the-settings',
      CORADB_HTTP_TOKENS_FILE: file,
    });
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await server.close();
  });

  const statusOf = async (token: string): Promise<number> =>
    (await send(server.origin, { headers: { authorization: `Bearer ${token}` } })).status;
  const statuses = async () => [
    await statusOf('in-the-settings'),
    await statusOf(KEPT),
    await statusOf(GONE),
    await statusOf(NEW),
  ];
  const pass = () => vi.advanceTimersByTime(LOOK_AGAIN_MS);
  const BEFORE = [200, 200, 200, 401];
  const AFTER = [200, 200, 401, 200];

  /** Lines of the log at a level. */
  const watch = (level: 'log' | 'warn') =>
    vi.spyOn(Logger.prototype, level).mockImplementation(() => undefined);

  it.each<[string, () => void]>([
    ['written anew', () => writeFileSync(file, `kim:${KEPT}\nmax:${NEW}\n`)],
    [
      'replaced by a rename, with the size and times of the old one',
      () => {
        const { atime, mtime, size } = statSync(file);
        const text = `kim:${KEPT}\nm:${NEW}\n`;
        writeFileSync(`${file}.new`, text.padEnd(size, '\n'));
        utimesSync(`${file}.new`, atime, mtime);
        renameSync(`${file}.new`, file);
      },
    ],
    [
      'swapped behind a link, as Kubernetes does with secrets',
      () => {
        const folder = `${file}.data`;
        mkdirSync(folder);
        writeFileSync(join(folder, 'tokens'), `${KEPT}\n${NEW}\n`);
        symlinkSync(join(folder, 'tokens'), `${file}.link`);
        renameSync(`${file}.link`, file);
      },
    ],
  ])('counts after a second at the latest when it is %s', async (_name, change) => {
    const log = watch('log');
    expect(await statuses()).toEqual(BEFORE);
    change();
    pass();
    expect(await statuses()).toEqual(AFTER);
    expect(log.mock.calls).toEqual([['CORADB_HTTP_TOKENS_FILE has changed; its tokens are in force now.']]);
  });

  it('is looked at once a second, however many requests come', async () => {
    pass();
    vi.mocked(statSync).mockClear();
    const looks = () => vi.mocked(statSync).mock.calls.filter(([path]) => path === file).length;
    await Promise.all(Array.from({ length: 50 }, () => statusOf('a-guess')));
    expect(looks()).toBe(1);
    vi.advanceTimersByTime(LOOK_AGAIN_MS - 1);
    writeFileSync(file, `${NEW}\n`);
    expect(await statusOf(NEW)).toBe(401);
    expect(looks()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await statusOf(NEW)).toBe(200);
    expect(looks()).toBe(2);
  });

  it.each<[string, () => void, string]>([
    ['is empty', () => writeFileSync(file, ''), 'holds no token'],
    ['holds comments alone', () => writeFileSync(file, `# ${NEW}\n\n`), 'holds no token'],
    [
      'has a line that is no token',
      () => writeFileSync(file, `${NEW}\n\nmax:not a token\n`),
      'line 3 is no token (letters, digits and -._~+/=) nor name:token',
    ],
    ['is gone', () => rmSync(file), 'cannot be read (ENOENT)'],
    [
      'is a folder',
      () => {
        rmSync(file);
        mkdirSync(file);
      },
      'cannot be read (EISDIR)',
    ],
  ])('changes nothing while it %s, and is warned about once', async (_name, spoil, reason) => {
    const warn = watch('warn');
    spoil();
    for (let second = 0; second < 3; second++) {
      pass();
      expect(await statuses()).toEqual(BEFORE);
    }
    expect(warn.mock.calls).toEqual([
      [`CORADB_HTTP_TOKENS_FILE=${file}: ${reason}. The tokens read before stay in force.`],
    ]);
    // What was wrong is mended.
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, `${KEPT}\n${NEW}\n`);
    pass();
    expect(await statuses()).toEqual(AFTER);
  });
});
