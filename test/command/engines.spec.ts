import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

interface Locked {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly engines: { readonly node: string };
};

// `npm ci --engine-strict` refuses to install when one of them wants another Node.js.
it('every locked package takes the lowest Node.js that this package promises', () => {
  const [, lowest = ''] = /^>=(\d+\.\d+)$/.exec(own.engines.node) ?? [];
  const refusing = Object.entries(lock.packages)
    .filter(([, { engines }]) => engines?.node !== undefined && !satisfies(`${lowest}.0`, engines.node))
    .map(([name, { version, engines }]) => `${name} ${version} wants ${engines?.node}`);
  expect(refusing).toEqual([]);
});
