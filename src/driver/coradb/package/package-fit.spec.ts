import { describe, expect, it } from 'vitest';
import { REQUIRED_METHODS } from './package-api.js';
import { fitPackage } from './package-fit.js';

const connectionWith = (names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, () => Promise.resolve()]));
const fitted = (exported: unknown) => () => fitPackage(exported, 'The driver package x 1.0');

describe('a package fits', () => {
  it('with createConnection() and all methods, as a default export too', () => {
    const createConnection = () => connectionWith(REQUIRED_METHODS);
    expect(fitted({ createConnection })()).toMatchObject({ canCancel: false });
    expect(fitted({ default: { createConnection } })()).toMatchObject({ canCancel: false });
  });

  it('and can cancel when its connections have cancel()', () => {
    const createConnection = () => connectionWith([...REQUIRED_METHODS, 'cancel']);
    expect(fitted({ createConnection })()).toMatchObject({ canCancel: true });
  });
});

describe('a package that does not fit is refused with what is missing:', () => {
  it('createConnection()', () => {
    expect(fitted({ connect: () => undefined })).toThrow(
      'The driver package x 1.0 does not fit: it lacks createConnection()',
    );
    expect(fitted(undefined)).toThrow('it lacks createConnection()');
  });

  it('every missing method at once', () => {
    const some = REQUIRED_METHODS.filter((name) => name !== 'rollback' && name !== 'fetch');
    expect(fitted({ createConnection: () => connectionWith(some) })).toThrow(
      'The driver package x 1.0 does not fit: its connections lack fetch(), rollback()',
    );
  });

  it('a connection object', () => {
    expect(fitted({ createConnection: () => undefined })).toThrow(
      'createConnection() gives no connection object',
    );
    expect(fitted({ createConnection: () => Promise.resolve({}) })).toThrow('gives no connection object');
    const failing = () => {
      throw new Error('needs a licence');
    };
    expect(fitted({ createConnection: failing })).toThrow('createConnection() fails: needs a licence');
  });
});
