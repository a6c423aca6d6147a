import type { Type } from '@nestjs/common';
import { MCP_SCOPES_METADATA_KEY, McpController } from '@rekog/mcp-nest';

type Method = (...args: unknown[]) => unknown;

/** What the methods of one instance differ in from the class they come from. */
export interface InstanceBinding {
  /** Ties the methods to the instance's own MCP server; unique in the process. */
  readonly server: string;
  /** Scopes a caller needs for a tool that writes; none for callers that are not authenticated by token. */
  readonly writeScopes: readonly string[];
}

/** Nest's key for what `@MessagePattern` carries beside the pattern; mcp-nest reads the handler's metadata through it. */
const PATTERN_EXTRAS = 'microservices:pattern_extras';

/**
 * A subclass of a class of tools, resources or prompts that belongs to one MCP server.
 * mcp-nest marks the method functions themselves and only a class's own ones, so each gets its own function with its
 * own metadata; otherwise two instances in one application would offer each other's tools.
 */
export function bindToInstance(base: Type, { server, writeScopes }: InstanceBinding): Type {
  const bound = { [base.name]: class extends base {} }[base.name] as Type;
  const prototype = base.prototype as Record<string, unknown>;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const method = prototype[name];
    if (typeof method !== 'function' || !Reflect.hasMetadata(PATTERN_EXTRAS, method)) continue;
    const own: Method = function (this: unknown, ...args) {
      return (method as Method).apply(this, args);
    };
    copyMetadata(method as Method, own);
    if (writeScopes.length > 0 && writes(method as Method)) {
      Reflect.defineMetadata(MCP_SCOPES_METADATA_KEY, writeScopes, own);
    }
    Object.defineProperty(bound.prototype, name, { value: own, writable: true, configurable: true });
  }
  McpController({ server })(bound);
  return bound;
}

function copyMetadata(from: Method, to: Method): void {
  for (const key of Reflect.getMetadataKeys(from) as unknown[]) {
    const value: unknown = Reflect.getMetadata(key, from);
    const copy = key === PATTERN_EXTRAS ? { ...(value as object), mcpMethodRef: to } : value;
    Reflect.defineMetadata(key, copy, to);
  }
}

/** A tool that its annotations do not call read-only. */
function writes(method: Method): boolean {
  const tool = Reflect.getMetadata('mcp:tool', method) as
    { readonly annotations?: { readonly readOnlyHint?: boolean } } | undefined;
  return tool !== undefined && tool.annotations?.readOnlyHint !== true;
}
