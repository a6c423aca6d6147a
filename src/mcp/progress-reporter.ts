import type { McpContext } from '@rekog/mcp-nest';
import type { CallProgress } from '../execution/call.js';
import { sdkContext } from './sdk-context.js';

/** Time between two notifications, in ms; the first one comes after it too, so that quick calls send none. */
const INTERVAL_MS = 1_000;

/** Sends MCP progress notifications about a call that takes long, when the client asked for them. */
export class ProgressReporter {
  private latest?: CallProgress;
  private readonly timer?: NodeJS.Timeout;
  private readonly startedAt = performance.now();

  constructor(private readonly context: McpContext) {
    if (this.token !== undefined) this.timer = setInterval(() => this.send(), INTERVAL_MS);
  }

  readonly note = (progress: CallProgress): void => {
    this.latest = progress;
  };

  dispose(): void {
    clearInterval(this.timer);
  }

  private get token(): string | number | undefined {
    const token: unknown = this.context.mcpRequest.params?._meta?.progressToken;
    return typeof token === 'string' || typeof token === 'number' ? token : undefined;
  }

  private send(): void {
    const progressToken = this.token;
    if (progressToken === undefined) return;
    const seconds = Math.round((performance.now() - this.startedAt) / 1_000);
    const message = this.latest
      ? `statement ${this.latest.statement} of ${this.latest.statements}, ${this.latest.rows} rows read, ${seconds} s`
      : `connecting, ${seconds} s`;
    // A client that is gone cannot be told; the call itself notices.
    sdkContext(this.context)
      .mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: seconds, message },
      })
      .catch(() => undefined);
  }
}
