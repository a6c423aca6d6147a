import type { CoradbSettings } from '../config/coradb-settings.js';
import type { Capability } from './strategy/mcp-offers.js';
import { toolNamesOf } from './tool-names.js';
import { TOOL_CLASSES } from './tools/tool-classes.js';

/** What makes no sense where nothing may be written. */
const WRITING: readonly string[] = ['tool execute_sql', 'prompt plan_safe_change'];

/** True for what the settings let this server offer. */
export function isOffered(settings: CoradbSettings, { type, name }: Capability): boolean {
  return settings.writeMode !== 'off' || !WRITING.includes(`${type} ${name}`);
}

/** Names of the tools a client will see. */
export function offeredTools(settings: CoradbSettings): readonly string[] {
  return toolNamesOf(TOOL_CLASSES).filter((name) => isOffered(settings, { type: 'tool', name }));
}
