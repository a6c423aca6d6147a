import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { send } from '../helpers/raw-request.js';

/** Where clients look for an authorization server, with the path of the endpoint behind, before or not at all. */
const SEARCHED = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/mcp',
  '/mcp/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/openid-configuration/mcp',
  '/mcp/.well-known/openid-configuration',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/mcp/.well-known/oauth-protected-resource',
  '/.well-known/mcp.json?x=1',
];

describe.each(PLATFORMS)('well-known documents on %s', (platform) => {
  let tokens: HttpServer;
  let proxied: HttpServer;
  beforeAll(async () => {
    tokens = await startHttpServer(platform, { CORADB_HTTP_TOKENS: 'the-token' });
    proxied = await startHttpServer(platform, {
      CORADB_HTTP_OIDC_ISSUER: 'https://id.example',
      CORADB_HTTP_OIDC_AUDIENCE: 'coradb',
      CORADB_HTTP_PUBLIC_URL: 'https://tools.example/team-a/mcp',
    });
  });
  afterAll(() => Promise.all([tokens.close(), proxied.close()]));

  it.each(SEARCHED)(
    '%s is not there when there are tokens only, so that clients stop looking',
    async (path) => {
      expect((await send(tokens.origin, { path, method: 'GET' })).status).toBe(404);
      expect((await send(tokens.origin, { path, method: 'HEAD' })).status).toBe(404);
      expect((await send(tokens.origin, { path, method: 'POST' })).status).toBe(401);
    },
  );

  it('nothing else is open', async () => {
    for (const path of ['/mcp', '/well-known/x', '/x.well-known/y', '/.well-known', '/?/.well-known/x']) {
      expect((await send(tokens.origin, { path, method: 'GET' })).status).toBe(401);
    }
  });

  it('the metadata is where the 401 says, also where a proxy has taken a prefix off the path', async () => {
    const { headers } = await send(proxied.origin, {});
    const named = /resource_metadata="([^"]+)"/.exec(headers['www-authenticate'] ?? '')?.[1] ?? '';
    expect(named).toBe('https://tools.example/.well-known/oauth-protected-resource/team-a/mcp');
    const path = new URL(named).pathname;
    for (const place of [path, `${path}/`, '/.well-known/oauth-protected-resource/mcp']) {
      const reply = await send(proxied.origin, { path: place, method: 'GET' });
      expect(reply.status).toBe(200);
      expect((await send(proxied.origin, { path: place, method: 'HEAD' })).status).toBe(200);
      expect(JSON.parse(reply.text)).toMatchObject({ resource: 'https://tools.example/team-a/mcp' });
    }
    const other = '/.well-known/oauth-protected-resource/team-b/mcp';
    expect((await send(proxied.origin, { path: other, method: 'GET' })).status).toBe(404);
  });
});
