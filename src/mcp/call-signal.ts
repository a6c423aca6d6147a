import type { Socket } from 'node:net';
import type { McpContext } from '@rekog/mcp-nest';
import type { RunningCalls } from './running-calls.service.js';
import { sdkContext } from './sdk-context.js';

export interface CallSignal {
  readonly signal: AbortSignal;
  /** Must run when the call ends: nothing that happens to server or client after that is its business. */
  dispose(): void;
}

/**
 * Merges everything that ends a call from outside: the client's cancel, the client gone, the server's shutdown.
 * Stateless HTTP of the 2025 era has no cancel; there the closed socket is the only sign.
 */
export function callSignal(context: McpContext, running: RunningCalls): CallSignal {
  // The server outlives the call: a signal of its own in AbortSignal.any would keep a trace of every call (Node 20).
  const { controller, forget } = running.stoppable();
  const { era, stateless } = context.getSession();
  const socket = context.getRawRequest<{ socket?: Socket }>()?.socket;
  const onClose = (): void => controller.abort(new Error('client disconnected'));
  if (stateless && era === 'legacy') socket?.once('close', onClose);
  return {
    signal: AbortSignal.any([sdkContext(context).mcpReq.signal, controller.signal]),
    dispose: () => {
      forget();
      socket?.off('close', onClose);
    },
  };
}

/** The same for a call of the application's own code: its signal, which may outlive the call too, and the shutdown. */
export function linkedSignal(outer: AbortSignal | undefined, running: RunningCalls): CallSignal {
  const { controller, forget } = running.stoppable();
  const onAbort = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) onAbort();
  outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    dispose: () => {
      forget();
      outer?.removeEventListener('abort', onAbort);
    },
  };
}
