import { describe, expect, it } from 'vitest';
import { coradbSettingsFrom } from './coradb-settings-from.js';
import { loadSettings } from './load-settings.js';
import { SettingsError } from './settings-error.js';

const problemsOf = (read: () => unknown): readonly string[] => {
  try {
    read();
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
};
const ofEnvironment = (env: Record<string, string>) => problemsOf(() => loadSettings(env, ''));

const HOSTS = 'a host name or address, or a comma-separated list of them, each with or without :port';
const ALLOWED = 'hosts (host or host:port) separated by commas, or *';
const LISTEN = 'an address of this machine or a host name, without brackets or a port';
const NAMES = 'host names or addresses without port, separated by commas';
const ORIGINS = 'scheme://host or scheme://host:port, several separated by commas';
const DATABASES = 'database names separated by commas, or *';
const CACHE = 'a redis:// or rediss:// URL such as redis://cache:6379/0';

describe('addresses and lists that no call could use stop the start', () => {
  it.each([
    ['CORADB_HOST', 'a b', '"a b" is not a host name or address', HOSTS],
    ['CORADB_HOST', 'db,a:99999', '"a:99999" needs a port from 1 to 65535', HOSTS],
    ['CORADB_HOST', 'http://a', '"http://a" is a URL, not a host name or address', HOSTS],
    ['CORADB_DATABASES', 'shop,a@b', '"a@b" must be a plain name: "@" is not allowed in it', DATABASES],
    [
      'CORADB_DATABASES',
      'shop stock',
      '"shop stock" must be a plain name: " " is not allowed in it',
      DATABASES,
    ],
    ['CORADB_ALLOWED_HOSTS', 'db1,db2:0', '"db2:0" needs a port from 1 to 65535', ALLOWED],
    ['CORADB_ALLOWED_HOSTS', '*.example', '"*.example" is not a host name or address', ALLOWED],
    ['CORADB_HTTP_HOST', '127.0.0.1:3333', '"127.0.0.1:3333" names a port', LISTEN],
    ['CORADB_HTTP_HOST', '[::1]', '"[::1]" stands in brackets', LISTEN],
    ['CORADB_HTTP_METRICS_HOST', 'a b', '"a b" is not a host name or address', LISTEN],
    ['CORADB_HTTP_ALLOWED_HOSTS', 'a,https://b', '"https://b" is a URL, not a host name or address', NAMES],
    ['CORADB_HTTP_ALLOWED_HOSTS', 'mcp.example:443', '"mcp.example:443" names a port', NAMES],
    ['CORADB_HTTP_ALLOWED_HOSTS', '*', '"*" is not a host name or address', NAMES],
    ['CORADB_HTTP_ALLOWED_ORIGINS', 'https://a,b', '"b" is no origin', ORIGINS],
    ['CORADB_HTTP_ALLOWED_ORIGINS', 'https://a:99999', '"https://a:99999" is no origin', ORIGINS],
    [
      'CORADB_HTTP_ALLOWED_ORIGINS',
      'https://a:443',
      'browsers send "https://a" for "https://a:443"',
      ORIGINS,
    ],
    ['CORADB_HTTP_PUBLIC_URL', 'mcp.example', '"mcp.example" is none', 'an http or https URL'],
    [
      'CORADB_HTTP_OIDC_SCOPES_READ',
      'one two',
      '"one two" holds a blank or another character that no scope has',
      'scopes separated by commas',
    ],
    ['ARANGO_DATABASES', 'shop,a/b', '"a/b" is not the plain name of one database', DATABASES],
    ['ARANGO_DATABASE', '..', '".." is not the plain name of one database', 'a database name'],
  ])('%s=%s', (variable, value, found, expected) => {
    expect(ofEnvironment({ ARANGO_URL: 'http://a', [variable]: value })).toEqual([
      `${variable}=${value}: ${found}; must be ${expected}`,
    ]);
  });

  it.each([
    ['http://cache', 'it does not start with redis:// or rediss://'],
    ['redis://cache:99999', 'its host or port cannot be read'],
    ['redis://:6379', 'its host or port cannot be read'],
    ['redis:///0', 'it names no host'],
    ['redis://cache/shop', 'what follows the host is not the number of a database'],
    ['redis://u:50%@cache', 'a "%" in its user or password must be written as %25'],
  ])('CORADB_CACHE_URL=%s, of which nothing is repeated', (value, found) => {
    expect(ofEnvironment({ CORADB_CACHE_URL: value })).toEqual([
      `CORADB_CACHE_URL=(hidden): ${found}; must be ${CACHE}`,
    ]);
  });

  it('a URL in the place of a host shows no user and password', () => {
    const hidden = '(hidden): a connection URL or login stands in place of a host';
    for (const [variable, said] of [
      ['CORADB_HOST', hidden],
      ['CORADB_HTTP_PUBLIC_URL', 'https://(hidden)@db.example: "https://(hidden)@db.example"'],
      ['CORADB_HTTP_ALLOWED_HOSTS', hidden],
    ] as const) {
      const problems = ofEnvironment({ [variable]: 'https://root:hunter/2@db.example' }).join('\n');
      expect(problems).toContain(`${variable}=${said}`);
      expect(problems).not.toContain('hunter');
    }
  });

  it('* is allowed alone only', () => {
    expect(ofEnvironment({ CORADB_ALLOWED_HOSTS: 'a,*' })).toEqual([
      'CORADB_ALLOWED_HOSTS=a,*: must be hosts, or * alone',
    ]);
  });

  it('also when a program gives them', () => {
    expect(problemsOf(() => coradbSettingsFrom({ host: 'a b', databases: ['a;b'] }))).toEqual([
      `host=a b: "a b" is not a host name or address; must be ${HOSTS}`,
      `databases=["a;b"]: "a;b" must be a plain name: ";" is not allowed in it; must be ${DATABASES}`,
    ]);
  });

  it('are reported together with what else is wrong', () => {
    expect(ofEnvironment({ CORADB_HOST: 'a b', CORADB_PORT: '0' })).toHaveLength(2);
  });
});

describe('addresses and lists that are fine', () => {
  it.each([
    ['CORADB_HOST', 'db1, db2:33001, ::1, [::1]:33001'],
    ['CORADB_DATABASES', 'e-commerce,상점'],
    ['CORADB_DATABASES', '*'],
    ['CORADB_ALLOWED_HOSTS', 'db1,db2:33001,[::1]:33000,::1'],
    ['CORADB_HTTP_HOST', '::1'],
    ['CORADB_HTTP_ALLOWED_HOSTS', 'mcp.example,[::1],::1,10.0.0.1'],
    ['CORADB_HTTP_ALLOWED_ORIGINS', 'https://App.example,http://localhost:8080,vscode-webview://x'],
    ['CORADB_CACHE_URL', 'rediss://user:p%40ss@cache.example:6380/2'],
    ['CORADB_HTTP_PUBLIC_URL', 'http://mcp.example/mcp'],
  ])('%s=%s', (variable, value) => {
    expect(ofEnvironment({ [variable]: value })).toEqual([]);
  });
});
