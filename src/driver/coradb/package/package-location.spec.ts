import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FakePackage } from '../../../../test/helpers/fake-package.js';
import { findEntry } from './package-entry.js';
import { findPackageFolder, isFolderSetting, locatePackage, readLocation } from './package-location.js';

const packages: FakePackage[] = [];

function fake(name?: string): FakePackage {
  const made = new FakePackage(name);
  packages.push(made);
  return made;
}

afterEach(() => {
  for (const made of packages.splice(0)) made.remove();
});

describe('the driver setting', () => {
  it.each(['node-cubrid', '@coradb/node-coradb', 'my_driver'])('%s is the name of a package', (setting) => {
    expect(isFolderSetting(setting)).toBe(false);
  });

  it.each(['./driver', '../driver', '/opt/driver', 'drivers/mine', '.'])('%s is a folder', (setting) => {
    expect(isFolderSetting(setting)).toBe(true);
  });
});

describe('a package', () => {
  it('is found in node_modules of a folder above, and in the first place that has it', () => {
    const first = fake('@scope/driver');
    const second = fake('@scope/driver');
    const deep = join(second.root, 'a', 'b');
    mkdirSync(deep, { recursive: true });
    expect(findPackageFolder('@scope/driver', [deep])).toBe(second.folder);
    expect(findPackageFolder('@scope/driver', [first.root, deep])).toBe(first.folder);
    expect(findPackageFolder('@scope/other', [deep])).toBeUndefined();
  });

  it('is named with the places that were looked at when it is missing', () => {
    const { root } = fake();
    expect(() => locatePackage('missing-driver', [root])).toThrow(
      'The driver package missing-driver is not installed',
    );
    expect(() => locatePackage(join(root, 'nowhere'), [])).toThrow('has no package.json');
  });

  it('is followed through a link', () => {
    const real = fake();
    const link = join(real.root, 'link');
    symlinkSync(real.folder, link);
    expect(readLocation(locatePackage(link, []))).toMatchObject({
      folder: link,
      realFolder: realpathSync(real.folder),
      manifest: { name: 'fake-driver', version: '1.0.0' },
    });
  });

  it('with a broken package.json is refused', () => {
    const broken = fake();
    broken.write('package.json', '{');
    expect(() => readLocation(broken.folder)).toThrow(/^The package.json of .* cannot be read: /);
  });
});

describe('the entry of a package', () => {
  it.each([
    ['main', { main: 'lib/main' }, 'lib/main.js', false],
    ['a folder as main', { main: './lib' }, 'lib/index.js', false],
    ['no main', { main: undefined }, 'index.js', false],
    ['exports as text', { exports: './lib/main.js', main: 'index.js' }, 'lib/main.js', false],
    [
      'exports with conditions, CommonJS before ES modules',
      { exports: { '.': { import: './lib/main.mjs', require: { node: './lib/main.cjs' } } }, type: 'module' },
      'lib/main.cjs',
      false,
    ],
    ['an ES module only', { exports: { import: './lib/main.mjs' } }, 'lib/main.mjs', true],
    ['type: module', { type: 'module' }, 'index.js', true],
  ])('is found by %s', (_what, manifest, file, isEsModule) => {
    const made = fake();
    made.manifest(manifest);
    for (const name of ['lib/main.js', 'lib/main.mjs', 'lib/main.cjs', 'lib/index.js']) made.write(name, '');
    const location = readLocation(made.folder);
    expect(findEntry(location)).toEqual({ file: join(location.realFolder, file), isEsModule });
  });

  it('that is not there is named', () => {
    const made = fake();
    made.manifest({ main: 'dist/driver.js' });
    expect(() => findEntry(readLocation(made.folder))).toThrow(
      'fake-driver 1.0.0 has no file dist/driver.js',
    );
    made.manifest({ exports: { browser: './index.js' } });
    expect(() => findEntry(readLocation(made.folder))).toThrow('exports nothing that can be loaded');
  });
});
