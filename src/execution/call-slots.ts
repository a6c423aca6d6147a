import { settingName } from '../errors/edge-names.js';
import type { CoradbSettings } from '../config/coradb-settings.js';
import { CallSlots } from '../limits/call-slots.js';

/** As many calls at once as the settings allow. */
export function callSlots({
  maxConcurrentCalls,
  maxQueuedCalls,
}: Pick<CoradbSettings, 'maxConcurrentCalls' | 'maxQueuedCalls'>): CallSlots {
  return new CallSlots({
    running: { most: maxConcurrentCalls, setting: settingName('maxConcurrentCalls') },
    waiting: { most: maxQueuedCalls, setting: settingName('maxQueuedCalls') },
  });
}
