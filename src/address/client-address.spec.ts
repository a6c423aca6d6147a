import { describe, expect, it } from 'vitest';
import { ClientAddresses, networkProblem, type ProxyHeader } from './client-address.js';

const TRUSTED = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'];

const clientOf = (
  remoteAddress: string,
  value: string | undefined,
  proxyHeader: ProxyHeader = 'x-forwarded-for',
  trustedProxies: readonly string[] = TRUSTED,
) =>
  new ClientAddresses({ trustedProxies, proxyHeader }).of({
    socket: { remoteAddress },
    headers: { [proxyHeader]: value },
  });

describe('the client behind proxies, by X-Forwarded-For', () => {
  it.each([
    ['one proxy', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['two proxies', '10.0.0.1', '203.0.113.9, 10.7.7.7', '203.0.113.9'],
    ['a proxy over IPv6', 'fd00::1', '2001:DB8:0:0::5', '2001:db8::5'],
    ['a proxy whose IPv4 address comes as IPv6', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a client whose IPv4 address comes as IPv6', '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['ports, as Azure writes them', '10.0.0.1', '[2001:db8::5]:443,10.1.1.1:51822', '2001:db8::5'],
    ['a single address', '192.0.2.7', '203.0.113.9', '203.0.113.9'],
    ['no header', '10.0.0.1', undefined, '10.0.0.1'],
    ['trusted proxies alone', '10.0.0.1', '10.3.3.3, 10.2.2.2', '10.3.3.3'],
    ['what the client wrote itself', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['a trusted address that the client claims', '10.0.0.1', '1.1.1.1, 10.9.9.9, 203.0.113.9', '203.0.113.9'],
    ['a stranger', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['a neighbour of the single address', '192.0.2.8', '1.1.1.1', '192.0.2.8'],
    ['a stranger over IPv6', 'fe80::1%eth0', '1.1.1.1', 'fe80::1%eth0'],
  ])('%s', (_case, remote, header, client) => {
    expect(clientOf(remote, header)).toBe(client);
  });

  it.each([
    'unknown',
    'proxy.example',
    '203.0.113.999',
    '203.0.113',
    '0x7f.0.0.1',
    '010.0.0.1',
    '203.0.113.9:port',
    '203.0.113.9 1.1.1.1',
    '[203.0.113.9]',
    '[2001:db8::5',
    '2001:db8::5%eth0',
    '"203.0.113.9"',
    'for=203.0.113.9',
    '',
    '1.1.1.1\u0000',
  ])('an entry %j is never believed, nor what stands before it', (entry) => {
    expect(clientOf('10.0.0.1', `1.1.1.1, ${entry}`)).toBe('10.0.0.1');
    expect(clientOf('10.0.0.1', `1.1.1.1, ${entry}, 10.2.2.2`)).toBe('10.2.2.2');
    expect(clientOf('10.0.0.1', `${entry}, 203.0.113.9`)).toBe('203.0.113.9');
  });

  it('nobody is believed without the setting, and no other header', () => {
    expect(clientOf('10.0.0.1', '1.1.1.1', 'x-forwarded-for', [])).toBe('10.0.0.1');
    const addresses = new ClientAddresses({ trustedProxies: TRUSTED });
    const headers = { forwarded: 'for=1.1.1.1', 'x-real-ip': '1.1.1.1', 'client-ip': '1.1.1.1' };
    expect(addresses.of({ socket: { remoteAddress: '10.0.0.1' }, headers })).toBe('10.0.0.1');
    expect(addresses.of({})).toBeUndefined();
  });

  it('a header of any length is walked once', () => {
    const long = '10.0.0.1,'.repeat(20_000);
    expect(clientOf('10.0.0.1', `${long}10.0.0.2`)).toBe('10.0.0.1');
  });
});

describe('the client behind proxies, by Forwarded (RFC 7239)', () => {
  const of = (value: string) => clientOf('10.0.0.1', value, 'forwarded');

  // The first four are examples of RFC 7239 §4 and §7.1.
  it.each([
    ['for=192.0.2.60;proto=http;by=203.0.113.43', '192.0.2.60'],
    ['For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
    ['for=192.0.2.43, for="[2001:db8:cafe::17]"', '2001:db8:cafe::17'],
    ['for="192.0.2.43:47011"', '192.0.2.43'],
    ['for=203.0.113.9;host="a;for=1.1.1.1;b"', '203.0.113.9'],
    ['for=1.1.1.1, for=203.0.113.9 , FOR=10.2.2.2;proto=https', '203.0.113.9'],
    ['for="1.1.1.1, for=203.0.113.9', '203.0.113.9'],
  ])('%s', (value, client) => {
    expect(of(value)).toBe(client);
  });

  it.each([
    'for=unknown',
    'for=_hidden',
    'for=192.0.2.43:47011',
    'for=[2001:db8::1]',
    'for="2001:db8::1", ',
    'for=1.1.1.1;for=2.2.2.2',
    'for=1.1.1.1;',
    'for=1.1.1.1;proto',
    'for="1.1.1.1',
    'for 1.1.1.1',
    'by=1.1.1.1',
    'host="x, for=1.1.1.1;y=\\""',
    '1.1.1.1',
  ])('%j is never believed', (value) => {
    expect(of(value)).toBe('10.0.0.1');
  });
});

describe('trusted proxies that are none', () => {
  it.each([
    ['proxy.example', '"proxy.example" is not an IP address or network'],
    ['10.0.0', '"10.0.0" is not an IP address or network'],
    ['10.0.0.0/8/8', '"10.0.0.0/8/8" is not an IP address or network'],
    ['fe80::1%eth0', '"fe80::1%eth0" is not an IP address or network'],
    ['10.0.0.0/33', '"10.0.0.0/33" needs a prefix length from 1 to 32 behind the /'],
    ['fd00::/129', '"fd00::/129" needs a prefix length from 1 to 128 behind the /'],
    ['10.0.0.0/', '"10.0.0.0/" needs a prefix length from 1 to 32 behind the /'],
    ['0.0.0.0/0', '"0.0.0.0/0" is every address, so that anybody could name any other'],
    ['::/0', '"::/0" is every address, so that anybody could name any other'],
  ])('%s', (text, problem) => {
    expect(networkProblem(text)).toBe(problem);
  });

  it.each(['10.0.0.0/8', '10.1.2.3/8', '192.0.2.7', '::1', 'fd00::/8', '2001:db8::/32'])(
    '%s is one',
    (text) => {
      expect(networkProblem(text)).toBeUndefined();
    },
  );
});
