import { atEdge } from '../../test/helpers/at-edge.js';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FakePackage, fakeEntry } from '../../test/helpers/fake-package.js';
import { DriverLoader } from './driver-loader.service.js';
import type { DriverOptions } from './driver-options.js';

const packages: FakePackage[] = [];

function fake(name?: string): FakePackage {
  const made = new FakePackage(name);
  packages.push(made);
  return made;
}

/** A loader that looks for packages in the given folder only. */
function loader(driver: string, from?: FakePackage, more: Partial<DriverOptions> = {}): DriverLoader {
  return new DriverLoader({ driver, packageRoots: from ? [from.root] : [], ...more });
}

afterEach(() => {
  for (const made of packages.splice(0)) made.remove();
});

describe('CORADB_DRIVER', () => {
  it('broker is the built-in client, which can do everything', async () => {
    const drivers = loader('broker');
    expect(drivers.info()).toBeUndefined();
    expect((await drivers.current()).capabilities).toEqual({
      compileOnlyPrepare: true,
      cancel: true,
      planWithoutRunning: true,
      serverTimeLimit: true,
    });
    expect(await drivers.current()).toBe(await drivers.current());
    expect(drivers.info()).toEqual({
      name: 'broker',
      version: '12',
      loadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      reloads: 0,
    });
  });

  it('auto is the built-in client where @coradb/node-coradb is not installed', async () => {
    expect((await loader('auto', fake('other-driver')).current()).name).toBe('broker');
  });

  it('auto is @coradb/node-coradb where it is installed', async () => {
    const made = fake('@coradb/node-coradb');
    const drivers = loader('auto', made);
    const driver = await drivers.current();
    expect(driver).toMatchObject({ name: '@coradb/node-coradb', version: '1.0.0', folder: made.folder });
    expect(drivers.info()).toMatchObject({ name: '@coradb/node-coradb', reloads: 0 });
  });

  it('auto is the built-in client while the installed package does not fit, and says so', async () => {
    const made = fake('@coradb/node-coradb');
    made.write('index.js', 'exports.connect = () => 1;');
    const drivers = loader('auto', made);
    expect((await drivers.current()).name).toBe('broker');
    expect(drivers.info()).toMatchObject({
      name: 'broker',
      reloadError: `The driver package @coradb/node-coradb 1.0.0 in ${made.folder} does not fit: it lacks createConnection()`,
    });
    made.write('index.js', fakeEntry());
    expect((await drivers.current()).name).toBe('@coradb/node-coradb');
    expect(drivers.info()).not.toHaveProperty('reloadError');
  });

  it('names a package, or its folder', async () => {
    const made = fake('my-driver');
    expect((await loader('my-driver', made).current()).name).toBe('my-driver');
    expect((await loader(made.folder).current()).name).toBe('my-driver');
  });

  it('with a package that is missing fails each call until it is installed', async () => {
    const made = fake('my-driver');
    const drivers = loader('late-driver', made);
    await expect(drivers.current()).rejects.toMatchObject({
      layer: 'driver',
      message: 'The driver package late-driver is not installed',
    });
    made.write('../late-driver/package.json', JSON.stringify({ name: 'late-driver', version: '5.0.0' }));
    made.write('../late-driver/index.js', fakeEntry());
    expect((await drivers.current()).version).toBe('5.0.0');
  });

  it('with a package that does not fit names all that is missing', async () => {
    const made = fake('my-driver');
    made.write('index.js', fakeEntry({ without: ['fetch', 'rollback'] }));
    await expect(loader('my-driver', made).current()).rejects.toThrow(
      `The driver package my-driver 1.0.0 in ${made.folder} does not fit: its connections lack fetch(), rollback()`,
    );
  });

  it('with a package that has cancel() can cancel', async () => {
    const made = fake('my-driver');
    made.write('index.js', `${fakeEntry()}\nConnection.prototype.cancel = async () => {};`);
    expect((await loader('my-driver', made).current()).capabilities.cancel).toBe(true);
  });
});

describe('CORADB_TLS', () => {
  it('never leaves the encryption out: auto takes the built-in client, a package is refused', async () => {
    const made = fake('@coradb/node-coradb');
    expect((await loader('auto', made, { tls: 'on' }).current()).name).toBe('broker');
    await expect(
      atEdge(() => loader('@coradb/node-coradb', made, { tls: 'verify' }).current())(),
    ).rejects.toThrow('CORADB_TLS=verify: driver packages cannot encrypt');
  });

  it('reads the CA file, and names one that cannot be read', async () => {
    const made = fake();
    made.write('ca.pem', 'certificate');
    const tls = { tls: 'verify' as const, tlsCaFile: join(made.folder, 'ca.pem') };
    expect((await loader('broker', made, tls).current()).name).toBe('broker');
    const missing = { ...tls, tlsCaFile: join(made.folder, 'none.pem') };
    await expect(atEdge(() => loader('broker', made, missing).current())()).rejects.toMatchObject({
      layer: 'driver',
      message: `CORADB_TLS_CA_FILE: ${missing.tlsCaFile} cannot be read`,
    });
  });
});
