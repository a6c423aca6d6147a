import { whereReadOnly, whereSaved, whereTried } from '../../errors/edge-names.js';
import type { HiddenEffect } from '../../driver/dialect.js';
import type { StatementFacts } from '../../sql/facts.js';
import type { SideEffect } from '../../sql/side-effects.js';
import type { KindRules } from '../../sql/sql-rules.js';
import { serialNote } from './counter-notes.js';
import { refused, type Refused, type Verdict, ALLOWED } from './verdict.js';

const HINT =
  whereSaved('Leave it out of the dry run, or run it without dryRun.') +
  whereTried('Leave it out: this server only tries changes.') +
  whereReadOnly('Leave it out.');

/**
 * What a rollback does not undo (engine-behaviour, "Not undone"). Steps of serials and AUTO_INCREMENT counters are not
 * undone either; they may run, and are noted. `judgeControl` must have passed; what views hide shows in the plan.
 */
export function judgeDryRun({ notUndone, assignment, effects, reads }: StatementFacts): Refused | undefined {
  if (notUndone !== undefined) return untried(notUndone.construct, notUndone.because, notUndone.offset);
  if (assignment !== undefined) {
    return untried(
      'An assignment to a session variable',
      'the variable keeps its value after a rollback, until the connection ends',
      assignment,
    );
  }
  for (const effect of effects) {
    const because = notUndoneBecause(effect, reads);
    if (because !== undefined) return untried(effect.construct, because, effect.offset);
  }
  return undefined;
}

function notUndoneBecause({ kind }: SideEffect, reads: boolean): string | undefined {
  if (kind === 'remote') return 'the other database saves what it does at once';
  // The engine takes INCR in queries only; elsewhere the word is the name of a table or an index.
  return kind === 'increment' && reads
    ? 'the change commits on its own and stays after a rollback'
    : undefined;
}

function untried(construct: string, because: string, offset: number): Refused {
  return refused(
    (place) => `${construct} at ${place} cannot be tried in a dry run: ${because}.`,
    HINT,
    offset,
  );
}

/** The same by the kind the engine compiled. */
export function judgeDryRunKind(kind: string, kinds: KindRules): Refused | undefined {
  if (!kinds.notUndone.has(kind)) return undefined;
  return refused(`The engine compiled the statement as ${kind}, which a rollback does not undo.`, HINT);
}

/**
 * What the plan of a query shows of views: remote databases are refused, serial steps noted. Plans of INSERT … SELECT
 * are empty, so that a view read there hides what it does.
 */
export function judgeHiddenInDryRun(effects: readonly HiddenEffect[]): Verdict {
  const other = effects.find(({ kind }) => kind !== 'serial');
  if (other !== undefined) {
    return refused(
      `A view that the statement reads calls ${other.call}(…), which a rollback does not undo.`,
      HINT,
    );
  }
  if (effects.length === 0) return ALLOWED;
  return { verdict: 'noted', notes: effects.map(() => serialNote('of a view that the statement reads')) };
}
