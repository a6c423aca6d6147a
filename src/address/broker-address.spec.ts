import { describe, expect, it } from 'vitest';
import { InputError } from '../errors/call-error.js';
import { brokerAddressesProblem, formatAddress, parseBrokerAddresses } from './broker-address.js';

describe('parseBrokerAddresses', () => {
  it.each([
    ['localhost', ['localhost:33000']],
    ['db1,db2:33001', ['db1:33000', 'db2:33001']],
    [' db1 , db2 ', ['db1:33000', 'db2:33000']],
    ['10.0.0.1:30000', ['10.0.0.1:30000']],
    ['::1', ['[::1]:33000']],
    ['[::1]:30000', ['[::1]:30000']],
    ['[fe80::1],db', ['[fe80::1]:33000', 'db:33000']],
    ['db_1.my-net.example.,서버:1', ['db_1.my-net.example.:33000', '서버:1']],
  ])('reads %j', (text, expected) => {
    expect(parseBrokerAddresses(text, 33000).map(formatAddress)).toEqual(expected);
  });

  it.each([
    '',
    ',',
    'a,',
    'a b',
    'a:',
    'a:0',
    'a:65536',
    'a:1.5',
    'a:1e3',
    'a:-1',
    '[db]:1',
    '[::1',
    'a:b:c',
    '::1]',
    'http://a',
    'a/b',
    'user@a',
    '10.0.0.256',
    'a..b',
    'a"b',
    `${'a'.repeat(64)}.b`,
    `${'a.'.repeat(127)}b`,
  ])('refuses %j', (text) => {
    expect(() => parseBrokerAddresses(text, 33000)).toThrow(InputError);
  });

  it.each([0, 65_536, 1.5, Number.NaN])('refuses %d as the port of entries without one', (port) => {
    expect(() => parseBrokerAddresses('db', port)).toThrow('"db" needs a port from 1 to 65535');
  });
});

describe('brokerAddressesProblem', () => {
  it.each([
    ['db1,db2:33001', undefined],
    ['db1,a b', '"a b" is not a host name or address'],
    ['db1,a:99999', '"a:99999" needs a port from 1 to 65535'],
    ['http://a:1', '"http://a:1" is a URL, not a host name or address'],
    ['db1,', '"" is not a host name or address'],
  ])('of %j is %j', (hosts, problem) => {
    expect(brokerAddressesProblem(hosts)).toBe(problem);
  });
});
