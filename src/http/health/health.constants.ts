/** False for a server that offers no CoraDB tools: readiness then does not depend on a broker. */
export const CHECKS_BROKER = Symbol('CHECKS_BROKER');
