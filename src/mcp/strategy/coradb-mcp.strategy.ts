import { type MessageHandler } from '@nestjs/microservices';
import { McpStrategy, type McpServerOptions } from '@rekog/mcp-nest';

/** What mcp-nest attaches to the handler of a tool, resource or prompt. */
export interface Capability {
  readonly type: string;
  readonly name: string;
}

export interface CoradbMcpOptions extends McpServerOptions {
  /** Leaves a tool, resource or prompt out of the server: not listed, unknown when called. */
  readonly isOffered: (capability: Capability) => boolean;
}

/** mcp-nest's strategy that can leave tools out by a setting, and that a host may start twice. */
export class CoradbMcpStrategy extends McpStrategy {
  private readonly isOffered: CoradbMcpOptions['isOffered'];
  private listening?: Promise<void>;

  constructor(options: CoradbMcpOptions) {
    super(options);
    this.isOffered = options.isOffered;
  }

  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler = false,
    extras: Record<string, unknown> = {},
  ): void {
    const { mcpType, mcpName } = extras;
    if (
      typeof mcpType === 'string' &&
      typeof mcpName === 'string' &&
      !this.isOffered({ type: mcpType, name: mcpName })
    ) {
      return;
    }
    super.addHandler(pattern, callback, isEventHandler, extras);
  }

  /** A host's `startAllMicroservices` may come after our own start. */
  override listen(callback: (error?: unknown, ...rest: unknown[]) => void): Promise<void> {
    if (this.listening) return this.listening.then(() => callback());
    this.listening = super.listen(callback);
    return this.listening;
  }
}
