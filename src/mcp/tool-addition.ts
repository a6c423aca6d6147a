import type { Provider, Type } from '@nestjs/common';

/** Tools of another engine that join a server: same clients, same routes, same scopes. */
export interface ToolAddition {
  /** Classes of tools; only those that are to be offered. */
  readonly toolClasses: readonly Type[];
  /** What the classes need beside the providers of the CoraDB module. */
  readonly providers: readonly Provider[];
  /** Told to every client at the start of a session. */
  readonly instructions: string;
  /** Rejects when the other engine's server does not answer; what it says is public. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
}
