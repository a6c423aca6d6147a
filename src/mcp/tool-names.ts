import type { Type } from '@nestjs/common';
import { MCP_TOOL_METADATA_KEY, type ToolMetadata } from '@rekog/mcp-nest';

/** A tool as its class declares it. */
export interface DeclaredTool {
  readonly name: string;
  /** Schema of its input. */
  readonly parameters: unknown;
  readonly toolClass: Type;
  readonly method: string;
}

/** The tools that classes have, in the order they are declared. */
export function toolsOf(toolClasses: readonly Type[]): readonly DeclaredTool[] {
  return toolClasses.flatMap((toolClass) =>
    Object.getOwnPropertyNames(toolClass.prototype as object).flatMap((method) => {
      const handler: unknown = Reflect.get(toolClass.prototype as object, method);
      if (typeof handler !== 'function') return [];
      const metadata = Reflect.getMetadata(MCP_TOOL_METADATA_KEY, handler) as ToolMetadata | undefined;
      return metadata ? [{ name: metadata.name, parameters: metadata.parameters, toolClass, method }] : [];
    }),
  );
}

export function toolNamesOf(toolClasses: readonly Type[]): readonly string[] {
  return toolsOf(toolClasses).map(({ name }) => name);
}
