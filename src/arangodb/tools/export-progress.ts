import { notifyProgress } from '../../mcp/notify-progress.js';
import { ProgramCaller, type ArangoProgress, type Caller } from '../caller.js';

/** Least time between two reports, in ms. */
const PROGRESS_INTERVAL_MS = 1_000;

/** Tells the caller when a second has passed since the last time; the first time at once. */
export function progressOf(caller: Caller): ArangoProgress {
  let sentAt = -Infinity;
  let sent = 0;
  return (documents, collection) => {
    if (documents === sent || performance.now() - sentAt < PROGRESS_INTERVAL_MS) return;
    sentAt = performance.now();
    sent = documents;
    if (caller instanceof ProgramCaller) caller.onProgress?.(documents, collection);
    else notifyProgress(caller, { progress: documents, message: `${documents} documents, at ${collection}` });
  };
}
