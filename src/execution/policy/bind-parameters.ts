import { InputError } from '../../errors/call-error.js';
import type { StatementFacts } from '../../sql/facts.js';
import { positionInScript, type CheckedStatement } from '../../sql/statement-place.js';
import { describePosition, positionAt } from '../../text/text-position.js';

/**
 * Compares the values of a call with the markers of its statement.
 * @throws InputError when the numbers differ, the statement has a `:name`, or the settings of the server decide which
 *   question marks are markers
 */
export function checkParameterCount(
  statement: CheckedStatement,
  readings: readonly StatementFacts[],
  parameterCount: number,
): void {
  const [first, ...others] = readings.map(({ markers }) => markers);
  if (first === undefined) throw new RangeError('no reading of the statement');
  if (others.some(({ positional }) => !sameOffsets(first.positional, positional))) {
    throw new InputError('Which question marks are bind markers depends on settings of the server.', {
      hint: 'Write the text without a backslash before a quote, or bind the value as a parameter.',
    });
  }
  const placeOf = (offset: number) => positionInScript(statement, positionAt(statement.text, offset));
  const { positional, named, foreign } = first;
  const [unbindable] = named;
  if (unbindable !== undefined) {
    const position = placeOf(unbindable.offset);
    throw new InputError(
      `:${unbindable.name} at ${describePosition(position)} is a named marker, which a call cannot give a value.`,
      { position, hint: 'Write ? and give the value in params.' },
    );
  }
  if (positional.length === parameterCount) return;
  if (foreign !== undefined) {
    const position = placeOf(foreign.offset);
    throw new InputError(
      `${foreign.text} at ${describePosition(position)} is no bind marker here; params has ${parameterCount} value${parameterCount === 1 ? '' : 's'}.`,
      { position, hint: 'Write ? for each value; they are bound in the order of params.' },
    );
  }
  const without = positional[parameterCount];
  const position = without === undefined ? undefined : placeOf(without);
  const said = position === undefined ? '' : ` The first without one is at ${describePosition(position)}.`;
  throw new InputError(
    `The statement has ${positional.length} bind marker${positional.length === 1 ? '' : 's'}, but ${parameterCount} value${parameterCount === 1 ? ' was' : 's were'} given in params.${said}`,
    { hint: 'Give one value in params for each ? of the statement.', ...(position && { position }) },
  );
}

function sameOffsets(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((offset, index) => offset === right[index]);
}
