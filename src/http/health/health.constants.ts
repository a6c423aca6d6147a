/** False for a server that offers no CoraDB tools: readiness then does not depend on a broker. */
export const CHECKS_BROKER = Symbol('CHECKS_BROKER');

/** `ready` of the `ToolAddition`, or null without one. */
export const ADDITION_READY = Symbol('ADDITION_READY');

/** An answer serves all probes for this long, in ms, so that probing costs the servers next to nothing. */
export const FRESH_MS = 1_000;
