/** How a call's transaction ended. `unknown`: neither the commit's answer nor the server afterwards said. */
export type Outcome = 'committed' | 'rolled back' | 'unknown';

export interface TransactionOutcome<T> {
  readonly transaction: Outcome;
  readonly rolledBackBecause?: string;
  /** What the work gave; missing when it failed. */
  readonly result?: T;
  /** What the work or the commit threw. */
  readonly failure?: unknown;
  /** Id of a transaction that the server may still hold open, and why nobody could tell. */
  readonly leftOpen?: { readonly id: string; readonly because: string };
}
