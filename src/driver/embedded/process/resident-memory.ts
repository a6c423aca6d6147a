import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const BYTES_OF_KB = 1024;

/**
 * Resident memory of a process in bytes, as the system counts it: from `/proc` on Linux, from `ps` elsewhere.
 * @returns undefined when the process is gone or the system does not tell (Windows)
 */
export async function residentBytes(pid: number): Promise<number | undefined> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
    return kilobytes(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  }
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, stdout) =>
      resolve(error ? undefined : kilobytes(stdout.trim())),
    );
  });
}

function kilobytes(digits: string | undefined): number | undefined {
  return digits === undefined || !/^\d+$/.test(digits) ? undefined : Number(digits) * BYTES_OF_KB;
}
