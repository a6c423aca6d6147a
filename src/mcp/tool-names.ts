import type { Type } from '@nestjs/common';
import { MCP_TOOL_METADATA_KEY, type ToolMetadata } from '@rekog/mcp-nest';

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
