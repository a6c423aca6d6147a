import type { McpContext } from '@rekog/mcp-nest';
import { notifyProgress } from '../../mcp/notify-progress.js';

/** Least time between two progress notifications, in ms. */
const PROGRESS_INTERVAL_MS = 1_000;

/** Sends a notification when a second has passed since the last one; the first one at once. */
export function progressOf(context: McpContext): (documents: number, collection: string) => void {
  let sentAt = -Infinity;
  let sent = 0;
  return (documents, collection) => {
    if (documents === sent || performance.now() - sentAt < PROGRESS_INTERVAL_MS) return;
    sentAt = performance.now();
    sent = documents;
    notifyProgress(context, { progress: documents, message: `${documents} documents, at ${collection}` });
  };
}
