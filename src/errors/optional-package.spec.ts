import { describe, expect, it } from 'vitest';
import { MissingPackageError, withPackages } from './optional-package.js';

/** As Node 20 words it. */
function notFound(name: string): Error {
  const message = `Cannot find package '${name}' imported from /srv/app/index.js`;
  return Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
}

describe('code that needs an optional package', () => {
  it('gives what was loaded', async () => {
    await expect(withPackages(['keyv'], 'A store', async () => 'loaded')).resolves.toBe('loaded');
  });

  it('says how to install what is missing, in the version that was tried', async () => {
    const failed = withPackages(['keyv', '@keyv/redis'], 'A store', () => Promise.reject(notFound('keyv')));
    await expect(failed).rejects.toThrow(MissingPackageError);
    await expect(failed).rejects.toMatchObject({
      layer: 'driver',
      message: expect.stringMatching(
        /^A store needs a package that is not installed\. Run: npm install keyv@\d\S* @keyv\/redis@\d\S*$/,
      ) as string,
    });
  });

  it('leaves other failures alone, those of what a package itself misses as well', async () => {
    for (const error of [new Error("broken 'keyv'"), notFound('other')]) {
      await expect(withPackages(['keyv'], 'A store', () => Promise.reject(error))).rejects.toBe(error);
    }
  });
});
