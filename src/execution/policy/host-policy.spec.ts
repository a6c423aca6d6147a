import { describe, expect, it } from 'vitest';
import { GuardError, InputError } from '../../errors/call-error.js';
import { addressesOf, assertHostAllowed } from './host-policy.js';

const allowed = (
  host: string,
  port = 33000,
  list: readonly string[] | undefined = ['db1', 'db2:33001', '[::1]:33000'],
) => {
  try {
    assertHostAllowed({ host, port }, list);
    return true;
  } catch (error) {
    if (error instanceof GuardError) return false;
    throw error;
  }
};

describe('the hosts a call may name', () => {
  it('are those of the list: with any port, or with the port that is given', () => {
    expect(allowed('db1')).toBe(true);
    expect(allowed('DB1', 1)).toBe(true);
    expect(allowed('db2')).toBe(false);
    expect(allowed('db2', 33001)).toBe(true);
    expect(allowed('db2:33001', 5)).toBe(true);
    expect(allowed('::1')).toBe(true);
    expect(allowed('[::1]:33000', 5)).toBe(true);
  });

  it('must all be allowed when a call names several', () => {
    expect(allowed('db1,db2:33001')).toBe(true);
    expect(allowed('db1,evil')).toBe(false);
    expect(allowed('db1, 169.254.169.254:80')).toBe(false);
  });

  it.each(['db1.', 'db1.evil.example', '0x7f000001', '127.1', '2130706433', '::ffff:127.0.0.1', 'localhost'])(
    'are compared as they are written: %s',
    (host) => {
      expect(allowed(host)).toBe(false);
    },
  );

  it('are none by an entry that cannot be read', () => {
    expect(allowed('db1', 33000, ['db1:99999', 'http://db1'])).toBe(false);
  });

  it('that cannot be read are refused as input', () => {
    for (const host of ['user@db1:1:2', 'db1:99999', 'db1/x', '']) {
      expect(() => allowed(host)).toThrow(InputError);
    }
  });

  it('are any without a list or with *', () => {
    expect(allowed('anything', 1, ['*'])).toBe(true);
    expect(() => assertHostAllowed({ host: 'anything', port: 1 }, undefined)).not.toThrow();
  });

  it('are written with their ports', () => {
    expect(addressesOf({ host: 'db1,db2:33001,::1', port: 33000 })).toEqual([
      'db1:33000',
      'db2:33001',
      '[::1]:33000',
    ]);
  });
});
