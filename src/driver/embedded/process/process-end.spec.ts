import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALL_ROWS, connectTo, LIMIT, rowsOf } from '../../../../test/helpers/embedded.js';
import { scratchFolder } from '../../../../test/helpers/scratch-folder.js';
import { callOf, createRunner } from '../../../../test/helpers/call-harness.js';
import { DBA } from '../../../../test/helpers/embedded.js';
import type { Connection } from '../../driver.js';
import { createEmbeddedDriver, type EmbeddedDriver } from '../embedded-driver.js';

/** Ends the process by itself: a JSON text so deep that reading it overflows the native stack (DuckDB 1.5.6). */
const CRASH = "SELECT json_structure(repeat('[', 300000) || repeat(']', 300000))";
/** Holds more memory than allowed, which DuckDB does not count. */
const HUNGRY =
  "SELECT max(length(replace(repeat('a', 100000000 + i::INTEGER), 'a', 'bbbbbbbbbbbbbbbb'))) FROM range(8) t(i)";
/** Takes no notice of an interrupt for minutes. */
const DEAF = "SELECT levenshtein(repeat('ab', 60000), repeat('ba', 60000))";

let folder: string;
let driver: EmbeddedDriver;
let warned: string[];
beforeEach(async () => {
  folder = await scratchFolder();
  warned = [];
  vi.spyOn(Logger.prototype, 'warn').mockImplementation((text: unknown) => void warned.push(String(text)));
});
afterEach(async () => {
  await driver.dispose();
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

function fromFolder(memoryMb?: number): EmbeddedDriver {
  driver = createEmbeddedDriver({ directory: folder, ...(memoryMb !== undefined && { memoryMb }) });
  return driver;
}

/** The processes that this one has started for the engine. */
function children(): number[] {
  const tasks = readdirSync('/proc/self/task');
  return tasks
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '')
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('process/child/main.js'));
}

function killChild(): void {
  for (const pid of children()) process.kill(pid, 'SIGKILL');
}

const stock = (connection: Connection): Promise<unknown> =>
  rowsOf(connection, 'SELECT units_in_stock FROM product WHERE id = 15');

describe.runIf(process.platform === 'linux')('the end of the process of the embedded engine', () => {
  it('by a crash is told to the call that did it, and the next call works', async () => {
    const connection = await connectTo(fromFolder());
    await expect(rowsOf(connection, CRASH)).rejects.toMatchObject({
      layer: 'engine',
      code: 'ProcessEnded',
      engineMessage:
        'The process of the embedded engine ended by itself while this statement ran (SIGSEGV). Nothing of this call was saved.',
      hint: 'Ask for less before you send it again: shorter values, fewer rows, less nesting.',
    });
    await expect(connection.prepare('SELECT 1', LIMIT)).rejects.toMatchObject({ code: 'ProcessEnded' });
    expect(await rowsOf(await connectTo(driver), 'SELECT 1')).toEqual([[1]]);
  });

  it('by its memory names the limit, and stays near it', async () => {
    const connection = await connectTo(fromFolder(512));
    await expect(rowsOf(connection, HUNGRY)).rejects.toMatchObject({
      code: 'ProcessEnded',
      engineMessage: expect.stringMatching(
        /ended while this statement ran: it held \d+ MB of memory, and at most 512 MB are allowed/,
      ) as string,
    });
  });

  it('is told with the stop of a statement that takes no notice of its time limit', async () => {
    const runner = createRunner(fromFolder());
    await connectTo(driver);
    const document = await runner.run(callOf(DBA, DEAF, { timeoutMs: 500 }));
    expect(document).toMatchObject({
      transaction: 'rolled back',
      stopped: 'timeout',
      error: {
        layer: 'engine',
        code: 'ProcessEnded',
        message:
          'The call was stopped in statement 1: the time limit of 500 ms ran out. The statement had not stopped 900 ms ' +
          'after it was told to stop, so the process of the embedded engine was ended. Nothing of this call was saved.',
      },
    });
    expect(warned[0]).toContain('was ended: a statement had not stopped 900 ms after it was told to stop');
  });

  it('is told to the calls of others as well, whose commits are there and whose changes are not', async () => {
    const committed = await connectTo(fromFolder());
    await rowsOf(committed, 'UPDATE product SET units_in_stock = 41 WHERE id = 15');
    await committed.commit(LIMIT);
    const open = await connectTo(driver);
    await rowsOf(open, 'UPDATE product SET units_in_stock = 42 WHERE id = 15');
    await expect(rowsOf(await connectTo(driver), CRASH)).rejects.toThrow('ended by itself');
    await expect(open.commit(LIMIT)).rejects.toMatchObject({
      code: 'ProcessEnded',
      outcomeUnknown: false,
      engineMessage: expect.stringContaining(
        'during this call, while a statement of another call ran',
      ) as string,
      hint: 'Send the call again.',
    });
    expect(await stock(await connectTo(driver))).toEqual([[41]]);
  });

  it('makes a database in memory again, and the reply of the next call says so once', async () => {
    driver = createEmbeddedDriver();
    const runner = createRunner(driver);
    await runner.run(callOf(DBA, 'UPDATE product SET units_in_stock = 41 WHERE id = 15'));
    const crashed = await runner.run(callOf(DBA, CRASH));
    expect(crashed.error?.hint).toContain(
      'earlier changes, of every call, are lost, and the sample is made again',
    );
    const next = await runner.run(
      callOf(DBA, 'SELECT COUNT(*) FROM product WHERE units_in_stock = 41 AND id = 15'),
    );
    expect(next.statements[0]).toMatchObject({
      rows: [[0]],
      notes: [expect.stringContaining('changes that were committed before are lost')],
    });
    const later = await runner.run(callOf(DBA, 'SELECT 1'));
    expect(later.statements[0]?.notes).toBeUndefined();
  });

  it('names a statement in the log that was at work twice, without its literals', async () => {
    driver = fromFolder();
    const secret = CRASH.replace('SELECT', "SELECT 'swordfish',");
    for (let time = 1; time <= 2; time += 1) {
      await expect(rowsOf(await connectTo(driver), secret)).rejects.toThrow('ended by itself');
    }
    expect(warned.filter((text) => text.includes('json_structure'))).toEqual([
      "A statement ran both times when the process ended: SELECT '…' , json_structure ( repeat ( '…' , 300000 ) | | repeat ( '…' , 300000 ) )",
    ]);
    expect(warned.join()).not.toContain('swordfish');
  });

  it('leaves nothing half-done, at whatever moment of a call it comes', async () => {
    const runner = createRunner(fromFolder());
    await connectTo(driver);
    for (let ms = 0; ms < 60; ms += 3) {
      const value = 10_000 + ms;
      const sql = [15, 16]
        .map((id) => `UPDATE product SET units_in_stock = ${value} WHERE id = ${id}`)
        .join(';');
      const running = runner.run(callOf(DBA, sql));
      await new Promise((resolve) => setTimeout(resolve, ms));
      killChild();
      const { transaction } = await running;
      const there = await rowsOf(
        await connectTo(driver),
        `SELECT COUNT(*) FROM product WHERE units_in_stock = ${value}`,
      );
      if (transaction === 'committed') expect(there).toEqual([[2n]]);
      else if (transaction === 'unknown') expect([0n, 2n]).toContain(there[0]?.[0]);
      else expect(there).toEqual([[0n]]);
    }
  });

  it('comes with the end of the process that started it, however that ends', async () => {
    driver = fromFolder();
    const module = fileURLToPath(
      new URL('../../../../dist/driver/embedded/embedded-driver.js', import.meta.url),
    );
    const script = `
      const { createEmbeddedDriver } = await import(${JSON.stringify(module)});
      const { readFileSync } = await import('node:fs');
      const login = { database: 'e-commerce', host: '', port: 1, user: 'dba', password: '' };
      const { signal } = new AbortController();
      await createEmbeddedDriver({ directory: ${JSON.stringify(join(folder, 'own'))} })
        .connect(login, { timeoutMs: 60000, signal, lockTimeoutMs: 0, readOnly: true });
      console.log(readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim());
      process.kill(process.pid, 'SIGKILL');`;
    let said = '';
    try {
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    } catch (error) {
      said = (error as { readonly stdout: string }).stdout;
    }
    const pid = Number(said.trim());
    expect(pid).toBeGreaterThan(1);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
  });

  it('is not needed for a row too large to hand over: the next one comes', async () => {
    const connection = await connectTo(fromFolder());
    await expect(rowsOf(connection, "SELECT repeat('ab', 35000000)")).rejects.toMatchObject({
      layer: 'engine',
      code: 'TooLong',
      engineMessage: 'One row of the result takes 67 MB; at most 64 MB can be handed over.',
      hint: expect.stringContaining('Select a part of it') as string,
    });
    expect(await rowsOf(await connectTo(driver), "SELECT length(repeat('ab', 35000000))")).toEqual([
      [70_000_000n],
    ]);
    expect(children()).toHaveLength(1);
  });

  it('cannot be that of the server: the library is loaded in the other process alone', async () => {
    await rowsOf(await connectTo(fromFolder()), 'SELECT 1');
    const libraries = (pid: number | 'self'): boolean =>
      /duckdb/.test(readFileSync(`/proc/${pid}/maps`, 'utf8'));
    const module = fileURLToPath(
      new URL('../../../../dist/driver/embedded/embedded-driver.js', import.meta.url),
    );
    const script = `
      const { createEmbeddedDriver } = await import(${JSON.stringify(module)});
      const { readFileSync } = await import('node:fs');
      const driver = createEmbeddedDriver();
      const login = { database: 'e-commerce', host: '', port: 1, user: 'dba', password: '' };
      const { signal } = new AbortController();
      await driver.connect(login, { timeoutMs: 60000, signal, lockTimeoutMs: 0, readOnly: true });
      console.log(/duckdb[^/]*\\.(node|so)/.test(readFileSync('/proc/self/maps', 'utf8')));
      await driver.dispose();`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(said.trim()).toBe('false');
    expect(children().map(libraries)).toEqual([true]);
  });

  it('is not there before the first call, and after dispose', async () => {
    driver = fromFolder();
    expect(children()).toEqual([]);
    const connection = await connectTo(driver);
    const statement = await connection.prepare('SELECT 1', LIMIT);
    await statement.execute([], ALL_ROWS);
    expect(children()).toHaveLength(1);
    await driver.dispose();
    expect(children()).toEqual([]);
  });
});

/** A process that has ended and waits to be collected is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
