import type { CoradbSettings } from '../config/coradb-settings.js';
import { CallSlots } from '../limits/call-slots.js';

/** As many calls at once as the settings allow. */
export function callSlots({
  maxConcurrentCalls,
  maxQueuedCalls,
}: Pick<CoradbSettings, 'maxConcurrentCalls' | 'maxQueuedCalls'>): CallSlots {
  return new CallSlots({
    running: { most: maxConcurrentCalls, setting: 'CORADB_MAX_CONCURRENT_CALLS' },
    waiting: { most: maxQueuedCalls, setting: 'CORADB_MAX_QUEUED_CALLS' },
  });
}
