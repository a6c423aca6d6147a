/** How a call's transaction ended. `unknown`: no reply to the commit came, and the server could not say afterwards. */
export type Outcome = 'committed' | 'rolled back' | 'unknown';

export interface TransactionOutcome<T> {
  readonly transaction: Outcome;
  readonly rolledBackBecause?: string;
  /** What the work gave; missing when it failed. */
  readonly result?: T;
  /** What the work or the commit threw. */
  readonly failure?: unknown;
}
