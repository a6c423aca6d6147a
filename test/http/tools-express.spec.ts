import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { PLATFORMS, startHttpServer } from '../helpers/http-server.js';
import { McpSession, newClient } from '../helpers/mcp-session.js';
import { describeTools } from '../suites/tool-suite.js';

for (const platform of PLATFORMS) {
  describeTools(`HTTP on ${platform}`, async (era, env) => {
    const server = await startHttpServer(platform, { CORADB_HTTP_MAX_BODY_BYTES: '20000000', ...env });
    const client = newClient(era);
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    return new McpSession(client, server.close);
  });
}
