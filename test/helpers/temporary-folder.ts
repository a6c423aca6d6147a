import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives the tests of a run one temporary folder, and removes it with all that they made there: some make a folder in a
 * helper that has no end of its own.
 */
export default function temporaryFolder(): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'coradb-mcp-tests-')));
  // What os.tmpdir() reads, on Windows too; the workers start after this.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
