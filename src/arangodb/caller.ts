import type { McpContext } from '@rekog/mcp-nest';

/** Hears how far an export or a restore is: documents so far, and the collection it is at. */
export type ArangoProgress = (documents: number, collection: string) => void;

/** Code of the application itself. Its calls are its author's decision: no person is asked. */
export class ProgramCaller {
  constructor(
    readonly signal?: AbortSignal,
    readonly onProgress?: ArangoProgress,
  ) {}
}

/** Who calls a tool. */
export type Caller = McpContext | ProgramCaller;
