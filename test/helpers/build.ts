import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the command once before all tests, so that the stdio tests start what users start. */
export default function build(): void {
  const root = join(import.meta.dirname, '..', '..');
  execFileSync(process.execPath, [join(root, 'node_modules/@nestjs/cli/bin/nest.js'), 'build'], {
    cwd: root,
    stdio: 'pipe',
  });
}
