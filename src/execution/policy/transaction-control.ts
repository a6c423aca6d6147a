import type { StatementFacts } from '../../sql/facts.js';
import type { KindRules } from '../../sql/sql-rules.js';
import { refused, type Refused } from './verdict.js';

const HINT = 'Leave it out; the call commits when every statement has succeeded, and rolls back otherwise.';

/**
 * What ends or steers the transaction or changes the connection under the call; it must be refused before anything is
 * compiled or planned, since COMMIT and its like may take effect then.
 */
export function judgeControl({ control }: StatementFacts): Refused | undefined {
  if (control === undefined) return undefined;
  const { construct, because, offset } = control;
  return refused((place) => `${construct} at ${place} ${because}.`, HINT, offset);
}

/** The same by the kind the engine compiled. */
export function judgeControlKind(kind: string, kinds: KindRules): Refused | undefined {
  if (!kinds.control.has(kind)) return undefined;
  return refused(
    `The engine compiled the statement as ${kind}, which steers the transaction, which belongs to the call.`,
    HINT,
  );
}
