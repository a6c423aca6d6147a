import type { Exchange } from '../helpers/arango-exchanges.js';

/**
 * One call of a tool. It runs against the replay server, which answers with `exchanges`, and, by
 * `npm run test:arango`, in this order against a real server that `test/arangodb/live/sample-data.ts` filled.
 */
export interface ArangoCase {
  readonly title: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly exchanges: readonly Exchange[];
  readonly isError?: true;
  /** What no real server does on request. */
  readonly replayOnly?: true;
  /** What must hold of the reply of any server. */
  readonly check: (document: Reply) => void;
  /** What must hold of the replayed reply: these values are in the exchanges. */
  readonly replayed?: object;
}

// Replies are read as plain JSON; the assertions say what they are.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Reply = any;
