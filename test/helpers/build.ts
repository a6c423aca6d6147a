import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the command once before all tests, so that the stdio tests start what users start. */
export default function build(): void {
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: 'pipe',
    // npm is a script of its own name on Windows.
    shell: process.platform === 'win32',
  });
}
