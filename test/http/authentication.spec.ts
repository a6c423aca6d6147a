import { createHmac } from 'node:crypto';
import { writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OidcVerifier } from '../../src/http/authentication/oidc-verifier.js';
import { PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { AUDIENCE, Issuer } from '../helpers/issuer.js';
import { ERAS, McpSession, newClient, type Era } from '../helpers/mcp-session.js';
import { send } from '../helpers/raw-request.js';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function open(era: Era, url: string, token: string): Promise<McpSession> {
  const client = newClient(era);
  const requestInit = { headers: bearer(token) };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return new McpSession(client, async () => undefined);
}

describe.each(PLATFORMS)('fixed tokens on %s', (platform) => {
  let server: HttpServer;
  beforeAll(async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'coradb-')), 'tokens');
    writeFileSync(file, '# who may call\n\nops:token-of-ops\r\n');
    server = await startHttpServer(platform, {
      CORADB_HTTP_TOKENS: 'token-one, alice:token-two',
      CORADB_HTTP_TOKENS_FILE: file,
    });
  });
  afterAll(() => server.close());

  it.each(['token-one', 'token-two', 'token-of-ops'])('let %s in', async (token) => {
    expect((await send(server.origin, { headers: bearer(token) })).status).toBe(200);
    expect((await send(server.origin, { headers: { authorization: `bEaReR ${token}` } })).status).toBe(200);
  });

  it.each([
    ['nothing', {}],
    ['a wrong token', bearer('token-three')],
    ['a name', bearer('alice')],
    ['a name with its token', bearer('alice:token-two')],
    ['another scheme', { authorization: 'Basic token-one' }],
    ['two tokens', { authorization: ['Bearer token-one', 'Bearer token-one'] }],
    ['a token and more', { authorization: 'Bearer token-one, Bearer x' }],
    ['a long token', bearer('x'.repeat(15_000))],
    ['a token in the wrong header', { 'x-authorization': 'Bearer token-one' }],
  ])('keep out %s, before the body is read', async (_name, headers) => {
    const reply = await send(server.origin, { headers, body: '{"broken' });
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer realm="coradb"/);
    expect(JSON.parse(reply.text)).toMatchObject({ jsonrpc: '2.0', error: { code: -32001 }, id: null });
  });

  it('do not count in the query, and guard every path but the health checks', async () => {
    for (const path of [
      '/mcp?access_token=token-one',
      '/',
      '/nowhere',
      '/health',
      '/health/live/',
      '//health/live',
    ]) {
      expect((await send(server.origin, { path, method: 'GET' })).status).toBe(401);
    }
    expect((await send(server.origin, { path: '/health/live?x', method: 'GET' })).status).toBe(200);
    expect((await send(server.origin, { path: '/health/live' })).status).toBe(401);
  });
});

describe.each(PLATFORMS)('access tokens of an OpenID Connect issuer on %s', (platform) => {
  let issuer: Issuer;
  let server: HttpServer;
  beforeAll(async () => {
    issuer = await Issuer.start();
    server = await startHttpServer(platform, {
      CORADB_HTTP_OIDC_ISSUER: issuer.url,
      CORADB_HTTP_OIDC_AUDIENCE: AUDIENCE,
      CORADB_HTTP_TOKENS: 'ops:fixed-token',
    });
  });
  afterAll(async () => {
    await server.close();
    await issuer.close();
  });

  const ask = (token: string) => send(server.origin, { headers: bearer(token) });

  it('are accepted', async () => {
    expect((await ask(await issuer.token())).status).toBe(200);
    expect((await ask(await issuer.token({ scope: undefined, scp: ['coradb:write'] }))).status).toBe(200);
    expect((await ask('fixed-token')).status).toBe(200);
  });

  it('are told where to come from when there is none (RFC 9728)', async () => {
    const reply = await send(server.origin, {});
    expect(reply.status).toBe(401);
    const url = /resource_metadata="([^"]+)"/.exec(reply.headers['www-authenticate'] ?? '')?.[1] ?? '';
    expect(url).toBe(`${server.origin}/.well-known/oauth-protected-resource/mcp`);
    for (const place of [url, `${server.origin}/.well-known/oauth-protected-resource`]) {
      const document = await fetch(place);
      expect(document.status).toBe(200);
      expect(await document.json()).toEqual({
        resource: server.url,
        authorization_servers: [issuer.url],
        scopes_supported: ['coradb:read', 'coradb:write'],
        bearer_methods_supported: ['header'],
        resource_name: 'CoraDB',
      });
    }
  });

  it.each([
    ['expired', () => issuer.token({ exp: Math.floor(Date.now() / 1_000) - 60 })],
    ['not valid yet', () => issuer.token({ nbf: Math.floor(Date.now() / 1_000) + 60 })],
    ['without expiry', () => issuer.token({ exp: undefined })],
    ['for another audience', () => issuer.token({ aud: 'https://other.example' })],
    ['without audience', () => issuer.token({ aud: undefined })],
    ['of another issuer', () => issuer.token({ iss: 'https://other.example' })],
    [
      'signed with another key',
      async () => issuer.token({}, { key: (await generateKeyPair('ES256')).privateKey }),
    ],
    ['of an unknown key', () => issuer.token({}, { kid: 'key-of-nobody' })],
    ['without signature', async () => `${(await issuer.token()).split('.').slice(0, 2).join('.')}.`],
    [
      'with alg none',
      async () => `${base64url({ alg: 'none', typ: 'JWT' })}.${(await issuer.token()).split('.')[1]}.`,
    ],
    [
      'signed with the public key as a secret',
      async () => {
        const body = `${base64url({ alg: 'HS256', kid: 'key-1' })}.${(await issuer.token()).split('.')[1]}`;
        const secret = JSON.stringify(issuer.publicJwk);
        return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
      },
    ],
    [
      'that brings its own key',
      async () => {
        const [, payload, signature] = (await issuer.token()).split('.');
        return `${base64url({ alg: 'ES256', jwk: issuer.publicJwk, jku: 'https://evil.example' })}.${payload}.${signature}`;
      },
    ],
    ['that is none', () => Promise.resolve('abc.def.ghi')],
  ])('are refused when %s', async (_name, make) => {
    const reply = await ask(await make());
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  it('need the scope for reading at least', async () => {
    const reply = await ask(await issuer.token({ scope: 'email coradb:readers' }));
    expect(reply.status).toBe(403);
    expect(reply.headers['www-authenticate']).toContain('error="insufficient_scope"');
    expect(reply.headers['www-authenticate']).toContain('scope="coradb:read"');
  });

  it.each(ERAS)('show execute_sql only to those who may write, protocol %s', async (era) => {
    const sql = { database: 'e-commerce', sql: 'UPDATE product SET units_in_stock = 5 WHERE id = 2' };
    const reader = await open(era, server.url, await issuer.token());
    const names = async ({ client }: McpSession) => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names(reader)).not.toContain('execute_sql');
    await expect(reader.call('execute_sql', sql)).rejects.toThrow(/scope|403/i);
    const writer = await open(era, server.url, await issuer.token({ scope: 'coradb:write' }));
    expect(await names(writer)).toContain('execute_sql');
    expect((await writer.call('execute_sql', sql)).document.transaction).toBe('committed');
    const fixed = await open(era, server.url, 'fixed-token');
    expect(await names(fixed)).toContain('execute_sql');
  });

  it('are refused in a batch as well when they may not write', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'execute_sql', arguments: { database: 'e-commerce', sql: 'DELETE FROM orders' } },
    };
    const reply = await send(server.origin, {
      headers: { ...bearer(await issuer.token()), accept: 'application/json' },
      body: JSON.stringify([call, { ...call, id: 2 }]),
    });
    expect(reply.text).not.toContain('committed');
    expect(reply.text).toMatch(/requires scopes/);
  });
});

describe('the keys of the issuer', () => {
  const scopes = { read: ['coradb:read'], write: ['coradb:write'] };

  it('are fetched once and again when they rotate; invented key IDs cause no load', async () => {
    const issuer = await Issuer.start();
    const options = { issuer: issuer.url, audience: AUDIENCE, scopes };
    const verifier = new OidcVerifier({ ...options, keysCooldownMs: 0 });
    const calm = new OidcVerifier(options);
    const before = await issuer.token();
    for (let count = 0; count < 3; count++) expect((await verifier.verify(before)).kind).toBe('accepted');
    expect(issuer.keyRequests).toBe(1);
    await issuer.rotate();
    expect((await verifier.verify(await issuer.token())).kind).toBe('accepted');
    expect(issuer.keyRequests).toBe(2);
    expect((await verifier.verify(before)).kind).toBe('rejected');

    await calm.verify(await issuer.token());
    const fetched = issuer.keyRequests;
    for (let count = 0; count < 20; count++) {
      expect((await calm.verify(await issuer.token({}, { kid: `invented-${count}` }))).kind).toBe('rejected');
    }
    expect(issuer.keyRequests).toBe(fetched);
    await issuer.close();
  });

  it('that cannot be fetched make the answer wait, not change', async () => {
    const issuer = await Issuer.start();
    const verifier = new OidcVerifier({ issuer: issuer.url, audience: AUDIENCE, scopes });
    issuer.away = true;
    expect((await verifier.verify(await issuer.token())).kind).toBe('unavailable');
    issuer.away = false;
    expect((await verifier.verify(await issuer.token())).kind).toBe('accepted');
    await issuer.close();
  });

  it('of a document that names another issuer are not used', async () => {
    const issuer = await Issuer.start();
    const verifier = new OidcVerifier({ issuer: `${issuer.url}/`, audience: AUDIENCE, scopes });
    expect((await verifier.verify(await issuer.token({ iss: `${issuer.url}/` }))).kind).toBe('unavailable');
    await issuer.close();
  });
});
