import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The methods that the adapter needs, as a package writes them. Each does nothing. */
const METHODS = [
  'connect',
  'getEngineVersion',
  'setAutoCommitMode',
  'query',
  'fetch',
  'closeQuery',
  'commit',
  'rollback',
  'close',
];

/** A small driver package in a folder of its own, which a test writes and changes. */
export class FakePackage {
  readonly root = mkdtempSync(join(tmpdir(), 'coradb-fake-package-'));
  readonly folder: string;
  /** Advances with every write, so that each one changes a time stamp however coarse the clock is. */
  private seconds = Date.now() / 1_000 - 10_000;

  constructor(readonly name = 'fake-driver') {
    this.folder = join(this.root, 'node_modules', name);
    this.write('package.json', JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    this.write('index.js', fakeEntry());
  }

  /** Writes a file of the package. */
  write(file: string, text: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    this.touch(file);
  }

  /** Changes the time stamp only. */
  touch(file: string): void {
    this.seconds += 1;
    utimesSync(join(this.folder, file), this.seconds, this.seconds);
  }

  manifest(changes: Record<string, unknown>): void {
    const usual = { name: this.name, version: '1.0.0', main: 'index.js' };
    this.write('package.json', JSON.stringify({ ...usual, ...changes }));
  }

  delete(file: string): void {
    rmSync(join(this.folder, file), { recursive: true });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/**
 * CommonJS text of an entry whose connections have the methods.
 * @param without methods that are left out
 * @param more lines before the exports
 */
export function fakeEntry({
  without = [],
  more = '',
}: { without?: readonly string[]; more?: string } = {}): string {
  return `${more}
class Connection {
  ${METHODS.filter((name) => !without.includes(name))
    .map((name) => `${name}() { return Promise.resolve(); }`)
    .join('\n  ')}
}
exports.createConnection = () => new Connection();
`;
}
