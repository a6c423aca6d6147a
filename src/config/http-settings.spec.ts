import { describe, expect, it } from 'vitest';
import { assertExposable, loadSettings } from './load-settings.js';
import { SettingsError } from './settings-error.js';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    assertExposable(loadSettings(env, ''));
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
};

describe('the HTTP settings', () => {
  it('serve this machine alone unless told otherwise', () => {
    expect(loadSettings({}, '').http).toMatchObject({
      host: '127.0.0.1',
      port: 3333,
      path: '/mcp',
      maxBodyBytes: 4_194_304,
      rateLimit: 1_200,
      metricsPort: undefined,
    });
    expect(problemsOf({})).toEqual([]);
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'server.example', '128.0.0.1'])(
    'refuse to start on %s without authentication',
    (host) => {
      const [problem] = problemsOf({ CORADB_HTTP_HOST: host });
      expect(problem).toContain(`CORADB_HTTP_HOST=${host}`);
      expect(problem).toContain('CORADB_HTTP_TOKENS');
      expect(problemsOf({ CORADB_HTTP_HOST: host, CORADB_HTTP_TOKENS: 'name:a-token-of-16-chr' })).toEqual(
        [],
      );
    },
  );

  it.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('start on %s without authentication', (host) => {
    expect(problemsOf({ CORADB_HTTP_HOST: host })).toEqual([]);
  });

  it.each([
    [{ CORADB_HTTP_PATH: 'mcp' }, /^CORADB_HTTP_PATH=mcp: must be a path/],
    [{ CORADB_HTTP_PATH: '/a/../b' }, /^CORADB_HTTP_PATH/],
    [{ CORADB_HTTP_PATH: '/:id' }, /^CORADB_HTTP_PATH/],
    [{ CORADB_HTTP_PATH: '/health/live' }, /\/health is used for something else/],
    [{ CORADB_HTTP_ALLOWED_ORIGINS: 'app.example' }, /must be scheme:\/\/host/],
    [{ CORADB_HTTP_OIDC_ISSUER: 'https://id.example' }, /CORADB_HTTP_OIDC_AUDIENCE: must be set/],
    [{ CORADB_HTTP_OIDC_AUDIENCE: 'x' }, /CORADB_HTTP_OIDC_ISSUER: must be set/],
    [
      { CORADB_HTTP_OIDC_ISSUER: 'http://id.example', CORADB_HTTP_OIDC_AUDIENCE: 'x' },
      /must be an https URL/,
    ],
    [{ CORADB_HTTP_PORT: '70000' }, /whole number from 0 to 65535/],
    [{ CORADB_HTTP_TOKEN: 'x' }, /did you mean CORADB_HTTP_TOKENS\?/],
    [{ CORADB_HTTP_TRUSTED_PROXIES: '10.0.0.1,0.0.0.0/0' }, /"0\.0\.0\.0\/0" is every address/],
    [{ CORADB_HTTP_PROXY_HEADER: 'forwarded' }, /is used with CORADB_HTTP_TRUSTED_PROXIES only/],
    [{ CORADB_LOG_FORMAT: 'xml' }, /CORADB_LOG_FORMAT=xml: must be one of "pretty", "json"/],
  ])('report what is wrong: %j', (env, message) => {
    expect(problemsOf(env).join('\n')).toMatch(message);
  });

  it('never show a token', () => {
    const [problem] = problemsOf({ CORADB_HTTP_TOKENS: 'fine,not fine secret' });
    expect(problem).toContain('entry 2');
    expect(problem).not.toContain('secret');
  });
});
