import { expect, it } from 'vitest';
import { brokerAddressesProblem, parseBrokerAddresses } from './broker-address.js';
import { holdsLogin, readHostEntry } from './host-entry.js';

it.each([
  'jdbc:cubrid:db1:33000:demodb:dba:secret:',
  'JDBC:CUBRID:db1:33000:demodb:dba:secret:?charset=utf8',
  'cci:cubrid:db1:33000:demodb:dba:secret:',
  'dba:secret@db1',
  'dba:se,cret@db1',
  'cubrid://dba:secret@db1:33000/demodb',
  'db1:33000:demodb:dba:secret',
  'db2,db1:33000:demodb:dba:secret',
])('a login in %j is refused and never shown', (text) => {
  for (const said of [
    brokerAddressesProblem(text) ?? '',
    errorOf(() => parseBrokerAddresses(text, 33_000)),
  ]) {
    expect(said).toContain('a connection URL or login stands in place of a host');
    expect(said).not.toMatch(/secret|cret/);
  }
});

it.each([
  'db1',
  'db1:33001',
  '::1',
  '[::1]:33000',
  'fe80::1',
  '2001:db8:0:0:0:0:0:1',
  'db1,db2:33001,::1',
  '1::2::3',
])('there is none in %j', (text) => {
  expect(holdsLogin(text)).toBe(false);
});

it('an entry of a list of hosts is not shown either', () => {
  expect(JSON.stringify(readHostEntry('dba:secret@db1'))).not.toContain('secret');
});

function errorOf(run: () => unknown): string {
  try {
    run();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
