import { deed } from '../../../errors/edge-names.js';
import type { EngineError } from '../../driver-errors.js';
import { DIALECT_HINTS } from './dialect-hints.js';

export const READ_ONLY_HINT = 'This login or this call may only read; nothing was changed.';

const CONFLICT_HINT =
  'Another call changed the same rows at the same time; nothing of this call was saved. Read the rows as they are now, then decide whether to call again.';
const KEY_HINT =
  'Another call saved a row with the same key at the same time; nothing of this call was saved. Give another key, or change the row that is there now.';
const DEFINITION_HINT = `Another call changed the same definition at the same time, or this one changed it twice, which the embedded engine does not take; nothing of this call was saved. Look with ${deed('describe')} at what there is now; make one ALTER TABLE of a table in each call.`;
const LIST_HINT = `${deed('describe')} shows the tables, views and columns that exist, and the serials.`;

/** The first that fits gives the hint. Texts are those of DuckDB 1.5. */
const HINTS: readonly { readonly code?: string; readonly text: RegExp; readonly hint: string }[] = [
  ...DIALECT_HINTS,
  { text: /in read-only mode/, hint: READ_ONLY_HINT },
  {
    code: 'OutOfMemory',
    text: /^/,
    hint: 'Select fewer rows or columns, or sort less.',
  },
  {
    code: 'Transaction',
    text: /write-write conflict|has been (?:altered|dropped) by|another transaction has altered/i,
    hint: DEFINITION_HINT,
  },
  { code: 'Transaction', text: /(?:PRIMARY KEY|UNIQUE) constraint violation/i, hint: KEY_HINT },
  { code: 'Transaction', text: /conflict|constraint violation/i, hint: CONFLICT_HINT },
  {
    code: 'Constraint',
    text: /still referenced by a foreign key/,
    hint:
      'Rows of another table point to this one. The embedded engine compares with the rows as they were when the call ' +
      'began: delete or change those rows first, in a call of its own that commits, and then this one.',
  },
  {
    code: 'Constraint',
    text: /does not exist in the referenced table/,
    hint: 'The row that the foreign key points to must be there first: insert it, or give the key of one that exists.',
  },
  {
    code: 'Constraint',
    text: /^Duplicate key/,
    hint: 'A row with that key is there already: change that row, give another key, or add ON CONFLICT DO NOTHING.',
  },
  { code: 'Constraint', text: /^NOT NULL constraint failed/, hint: 'Give that column a value.' },
  {
    text: /is main key table of|FOREIGN KEY constraint specified/,
    hint: 'A foreign key depends on it: drop the table that has the foreign key first.',
  },
  {
    text: /Cannot (?:alter|drop) entry/,
    hint: 'Something depends on it, such as a foreign key, or the default of a column: change or drop that first.',
  },
  { code: 'Catalog', text: /^(?:Table|View|Sequence) with name .* does not exist/, hint: LIST_HINT },
  { code: 'Catalog', text: /because schema .* does not exist/, hint: LIST_HINT },
  {
    code: 'Binder',
    text: /^Referenced column "(?:SYS_?(?:DATE|TIME|DATETIME|TIMESTAMP)|CURRENT_DATETIME|NOW)" /i,
    hint: 'The embedded engine has now(), current_date and localtime, and localtimestamp without a time zone.',
  },
  {
    code: 'Binder',
    text: /^Referenced (?:update )?(?:column|table) .* not found|does not have a column/,
    hint: LIST_HINT,
  },
  {
    code: 'Parser',
    text: /at or near "AUTO_INCREMENT"/i,
    hint: "The embedded engine numbers rows with a serial: CREATE SERIAL s, then DEFAULT nextval('s') for the column.",
  },
];

/** What the caller can do about an error of DuckDB, in plain words; undefined when DuckDB says it all. */
export function engineHint(code: string, message: string): string | undefined {
  return HINTS.find((rule) => (rule.code === undefined || rule.code === code) && rule.text.test(message))
    ?.hint;
}

/** What DuckDB's parser says instead of `LIMIT #,# syntax is not supported`. */
export const LIMIT_WITH_COMMA = {
  engineText: 'errhint NOT IMPLEMENTED',
  message: 'LIMIT with a comma is not supported',
  hint: 'Write LIMIT count OFFSET start instead of LIMIT start, count.',
} as const;

/** DuckDB's words for a value that does not fit a type (its Conversion and OutOfRange errors, and some of the binder). */
const UNFIT = /could not convert|out of range|overflow|invalid input/i;

export function isUnfitValue({ engineMessage }: EngineError): boolean {
  return UNFIT.test(engineMessage);
}
