import type { Socket } from 'node:net';
import type { McpContext } from '@rekog/mcp-nest';
import { sdkContext } from './sdk-context.js';

export interface CallSignal {
  readonly signal: AbortSignal;
  /** Must run when the call ends: the SDK aborts its signal again after a finished call when the client leaves. */
  dispose(): void;
}

/**
 * Merges everything that ends a call from outside: the client's cancel, the client gone, the server's shutdown.
 * Stateless HTTP of the 2025 era has no cancel; there the closed socket is the only sign.
 */
export function callSignal(context: McpContext, shutdown: AbortSignal): CallSignal {
  const controller = new AbortController();
  const undo: (() => void)[] = [];
  const follow = (source: AbortSignal): void => {
    const onAbort = (): void => controller.abort(source.reason);
    if (source.aborted) return onAbort();
    source.addEventListener('abort', onAbort, { once: true });
    undo.push(() => source.removeEventListener('abort', onAbort));
  };
  follow(sdkContext(context).mcpReq.signal);
  follow(shutdown);
  const { era, stateless } = context.getSession();
  const socket = context.getRawRequest<{ socket?: Socket }>()?.socket;
  if (socket && stateless && era === 'legacy') {
    const onClose = (): void => controller.abort(new Error('client disconnected'));
    socket.once('close', onClose);
    undo.push(() => socket.off('close', onClose));
  }
  return { signal: controller.signal, dispose: () => undo.splice(0).forEach((step) => step()) };
}
