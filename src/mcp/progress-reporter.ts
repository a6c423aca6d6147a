import type { McpContext } from '@rekog/mcp-nest';
import type { CallProgress } from '../execution/call.js';
import { notifyProgress, progressToken } from './notify-progress.js';

/** Time between two notifications, in ms; the first one comes after it too, so that quick calls send none. */
const INTERVAL_MS = 1_000;

/** Sends MCP progress notifications about a call that takes long, when the client asked for them. */
export class ProgressReporter {
  private latest?: CallProgress;
  private readonly timer?: NodeJS.Timeout;
  private readonly startedAt = performance.now();

  constructor(private readonly context: McpContext) {
    if (progressToken(context) !== undefined) this.timer = setInterval(() => this.send(), INTERVAL_MS);
  }

  readonly note = (progress: CallProgress): void => {
    this.latest = progress;
  };

  dispose(): void {
    clearInterval(this.timer);
  }

  private send(): void {
    const seconds = Math.round((performance.now() - this.startedAt) / 1_000);
    const message = this.latest
      ? `statement ${this.latest.statement} of ${this.latest.statements}, ${this.latest.rows} rows read, ${seconds} s`
      : `connecting, ${seconds} s`;
    notifyProgress(this.context, { progress: seconds, message });
  }
}
