/** Thrown when a call must end now: its time is up, the client cancelled it, or the server stops. */
export class CallStoppedError extends Error {
  /**
   * @param because completes "rolled back because …"
   * @param options `cause`: what the engine said about it, for the reply
   */
  constructor(
    readonly reason: 'timeout' | 'cancelled',
    readonly because: string,
    options?: ErrorOptions,
  ) {
    super(because, options);
    this.name = new.target.name;
  }
}

/** Reason a shutting down server gives when it aborts a call's signal. */
export const SHUTDOWN_REASON = 'the server is shutting down';
