import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { ERAS, newClient, readReply, type Era } from '../helpers/mcp-session.js';

const DATABASE = { database: 'e-commerce' };

// The embedded database has the users dba (empty password) and reader (password reader).
describe.each(PLATFORMS)('a login sent beside the arguments on %s', (platform) => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer(platform);
  });
  afterAll(() => server.close());

  async function info(
    era: Era,
    args: Record<string, unknown>,
    meta: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    const client = newClient(era);
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }),
    );
    const result = await client.callTool({
      name: 'connection_info',
      arguments: { ...DATABASE, ...args },
      _meta: meta,
    });
    await client.close();
    return readReply(result);
  }

  describe.each(ERAS)('protocol %s', (era) => {
    it('works in _meta', async () => {
      const reply = await info(era, {}, { 'coradb/user': 'reader', 'coradb/password': 'reader' });
      expect(reply.isError).toBe(false);
      expect(reply.document.login).toBe('reader@embedded/e-commerce');
    });

    it('works in headers', async () => {
      const headers = { 'X-CoraDB-User': 'reader', 'X-CoraDB-Password': 'reader' };
      expect((await info(era, {}, {}, headers)).document.login).toBe('reader@embedded/e-commerce');
    });

    it('gives way to arguments, and its password does not open another account', async () => {
      const supplied = { 'coradb/user': 'dba', 'coradb/password': 'wrong-secret' };
      const argued = await info(era, { user: 'reader', password: 'reader' }, supplied);
      expect(argued.document.login).toBe('reader@embedded/e-commerce');
      expect(argued.isError).toBe(false);
      const other = await info(
        era,
        { user: 'reader' },
        { 'coradb/user': 'dba', 'coradb/password': 'reader' },
      );
      expect(other.isError).toBe(true);
    });

    it('is not kept for the next call, and never shown', async () => {
      const wrong = await info(era, {}, { 'coradb/user': 'reader', 'coradb/password': 'wrong-secret' });
      expect(wrong.isError).toBe(true);
      expect(wrong.text).not.toContain('wrong-secret');
      expect((await info(era, {})).document.login).toBe('dba@embedded/e-commerce');
    });

    it('is refused when it is none', async () => {
      const reply = await info(era, {}, { 'coradb/user': ['reader'] });
      expect(reply.document.error).toMatchObject({ layer: 'input' });
      expect(reply.document.error.message).toContain('coradb/user');
    });
  });
});
