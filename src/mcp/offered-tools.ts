import type { Type } from '@nestjs/common';
import { MCP_TOOL_METADATA_KEY, type ToolMetadata } from '@rekog/mcp-nest';
import type { CoradbSettings } from '../config/coradb-settings.js';
import type { Capability } from './strategy/coradb-mcp.strategy.js';
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

/** Names of the tools that classes have, in the order they are declared. */
export function toolNamesOf(toolClasses: readonly Type[]): readonly string[] {
  return toolClasses.flatMap((toolClass) => toolNames(toolClass.prototype as object));
}

function toolNames(prototype: object): readonly string[] {
  return Object.getOwnPropertyNames(prototype).flatMap((method) => {
    const handler: unknown = Reflect.get(prototype, method);
    if (typeof handler !== 'function') return [];
    const metadata = Reflect.getMetadata(MCP_TOOL_METADATA_KEY, handler) as ToolMetadata | undefined;
    return metadata ? [metadata.name] : [];
  });
}
