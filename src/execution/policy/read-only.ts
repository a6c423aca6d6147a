import { deed, settingName, whereReadOnly, whereSaved, whereTried } from '../../errors/edge-names.js';
import type { HiddenEffect } from '../../driver/dialect.js';
import type { StatementFacts } from '../../sql/facts.js';
import type { SideEffectKind } from '../../sql/sql-rules.js';
import { refused, type Refused } from './verdict.js';

/** Where everything else runs. */
const OTHERS =
  whereSaved(`; everything else runs with ${deed('execute')}`) +
  whereTried(`; everything else can be tried with ${deed('execute')}, and is rolled back`) +
  whereReadOnly('; this server runs nothing else');

const LEAVE_OUT = 'Leave out the column that calls it, or read the tables behind the view.';

const EFFECTS: Readonly<Record<SideEffectKind, { readonly because: string; readonly hint: string }>> = {
  increment: {
    because: 'changes a row and commits the change on its own, so that no rollback undoes it',
    hint: `Select the column itself${whereSaved(`, or change the row with ${deed('execute')}`)}.`,
  },
  serial: {
    because: 'takes a number of a serial, which no rollback gives back',
    // The engine takes every name.nextval for a serial, quoted or not (engine-behaviour, "Side effects").
    hint: `Read the serial with CURRENT_VALUE${whereSaved(`, or take a number with ${deed('execute')}`)}. A column of that name is written without the name before it.`,
  },
  lock: {
    because: 'locks the rows against writers',
    hint: 'Leave FOR UPDATE out.',
  },
  remote: {
    because: 'works on another database, outside this transaction',
    hint: 'Call the tool with the login of the other database.',
  },
  serverFile: {
    because: 'reads a file of the database host',
    hint: `Only the operator of this server can allow it (${settingName('serverFiles')}).`,
  },
  lobFile: {
    because: 'creates a LOB file on the database host',
    hint: `Select the text or bits themselves${whereSaved(`, or use ${deed('execute')}`)}.`,
  },
};

/**
 * Calls that only read (engine-behaviour, "Recipe for a read-only tool", step 2): refuses what is no query, and what
 * changes, locks or reads more than a query may although the engine calls it SELECT. What views hide is seen in the
 * plan; what a stored function does is not seen at all.
 */
export function judgeReadOnly(facts: StatementFacts, serverFilesAllowed: boolean): Refused | undefined {
  return judgeQuery(facts) ?? judgeEffects(facts, serverFilesAllowed);
}

function judgeQuery({ start, second, verb, reads }: StatementFacts): Refused | undefined {
  if (start === undefined) {
    return { ...refused('There is no statement to run.', 'Give at least one SELECT.'), layer: 'input' };
  }
  if (second !== undefined) {
    return refused(
      (place) => `A second statement begins at ${place}.`,
      'Send the statements one per call.',
      second,
    );
  }
  if (reads) return undefined;
  return refused(
    (place) =>
      `This tool only reads: the statement at ${place} is no query${verb === undefined ? '' : ` but ${verb}`}.`,
    `Send SELECT, WITH … SELECT, VALUES, SHOW or DESCRIBE${OTHERS}.`,
    start,
  );
}

function judgeEffects({ effects }: StatementFacts, serverFilesAllowed: boolean): Refused | undefined {
  const effect = effects.find(({ kind }) => !(serverFilesAllowed && kind === 'serverFile'));
  if (effect === undefined) return undefined;
  const { because, hint } = EFFECTS[effect.kind];
  return refused(
    (place) => `${effect.construct} at ${place} ${because}; this tool only reads.`,
    hint,
    effect.offset,
  );
}

const HIDDEN: Readonly<Record<HiddenEffect['kind'], string>> = {
  serial: 'takes a number of a serial, which no rollback gives back',
  increment: 'changes a row, which no rollback undoes',
  remote: 'works on another database, outside this transaction',
};

/** What the plan of a query shows of views (engine-behaviour, "Recipe for a read-only tool", step 4). */
export function judgeHiddenWhenReading([effect]: readonly HiddenEffect[]): Refused | undefined {
  if (effect === undefined) return undefined;
  return refused(
    `A view that the statement reads calls ${effect.call}(…), which ${HIDDEN[effect.kind]}; this tool only reads.`,
    whereSaved(
      `Leave out the column that calls it, read the tables behind the view, or use ${deed('execute')}.`,
    ) +
      whereTried(LEAVE_OUT) +
      whereReadOnly(LEAVE_OUT),
  );
}
