import { createRequire } from 'node:module';
import type { serveStdio as ServeStdio, StdioServerHandle } from '@modelcontextprotocol/server/stdio' with {
  'resolution-mode': 'require',
};
import type { McpTransport, McpTransportContext } from '@rekog/mcp-nest';
import { StdioWire } from './stdio-wire.js';

// mcp-nest makes its servers with the CommonJS copy of the SDK; the other copy would not serve them in the 2026 era.
const { serveStdio } = createRequire(import.meta.url)('@modelcontextprotocol/server/stdio') as {
  serveStdio: typeof ServeStdio;
};

/** Serves one client over stdin and stdout. */
export class StdioConnection implements McpTransport {
  readonly kind = 'stdio';
  readonly wire = new StdioWire(process.stdin, process.stdout);
  private handle?: StdioServerHandle;

  start(context: McpTransportContext): void {
    this.handle = serveStdio(
      ({ era }) => context.createBoundServer({ transport: this.kind, stateless: false, era }),
      { transport: this.wire, onerror: (error) => context.logger.warn(error.message) },
    );
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }
}
