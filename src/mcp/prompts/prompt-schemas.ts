import { MCP_PROMPT_METADATA_KEY, type PromptMetadata } from '@rekog/mcp-nest';
import { PROMPT_CLASSES } from './prompt-classes.js';

export type PromptSchema = NonNullable<PromptMetadata['parameters']>;

let schemas: ReadonlyMap<string, PromptSchema> | undefined;

/** The schema of each prompt's arguments by the prompt's name, as the decorators have them. */
export function promptSchemas(): ReadonlyMap<string, PromptSchema> {
  schemas ??= new Map(PROMPT_CLASSES.flatMap(({ prototype }) => schemasOf(prototype as object)));
  return schemas;
}

function schemasOf(prototype: object): (readonly [string, PromptSchema])[] {
  return Object.getOwnPropertyNames(prototype).flatMap((method) => {
    const handler: unknown = Reflect.get(prototype, method);
    if (typeof handler !== 'function') return [];
    const metadata = Reflect.getMetadata(MCP_PROMPT_METADATA_KEY, handler) as PromptMetadata | undefined;
    return metadata?.parameters ? [[metadata.name, metadata.parameters] as const] : [];
  });
}
