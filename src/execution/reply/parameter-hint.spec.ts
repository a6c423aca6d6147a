import { expect, it } from 'vitest';
import { EngineError } from '../../driver/driver-errors.js';
import { CORADB_DIALECT } from '../../driver/coradb/coradb-dialect.js';
import type { Parameter } from '../../driver/value.js';
import { unfitParameterHint as hintFor } from './parameter-hint.js';

/** As a call does it: the dialect tells which errors are about a value. */
function unfitParameterHint(error: EngineError, params: readonly Parameter[] | undefined) {
  return CORADB_DIALECT.isUnfitValue(error) ? hintFor(error, params) : undefined;
}

const coerce = new EngineError('CoraDB', -494, "Semantic: Cannot coerce 'abc' to type date. …");
const domain = new EngineError(
  'CoraDB',
  -181,
  'Cannot coerce value of domain "character" to domain "integer".',
);

it('names the positions of the value that the engine quotes', () => {
  expect(unfitParameterHint(coerce, [1, 'abc', 'x'])).toMatch(/^Value 2 of params/);
  expect(unfitParameterHint(coerce, [{ type: 'VARCHAR', value: 'abc' }, 'abc'])).toMatch(
    /^Value 1 or 2 of params/,
  );
});

it('names the only value there is', () => {
  expect(unfitParameterHint(domain, ['abc'])).toMatch(/^Value 1 of params/);
});

it.each([-176, -1162, -1197])('knows %i by its code', (code) => {
  const error = new EngineError('CoraDB', code, "words that vary: 'Mars/Base'");
  expect(unfitParameterHint(error, [1, 'Mars/Base'])).toMatch(/^Value 2 of params/);
});

it('says that one of several does not fit when the engine does not say which', () => {
  expect(unfitParameterHint(domain, ['abc', 1])).toMatch(/^Check that each value/);
});

it('says nothing without values, or about other errors', () => {
  expect(unfitParameterHint(coerce, undefined)).toBeUndefined();
  const other = new EngineError('CoraDB', -670, "unique constraint violations 'abc'");
  expect(unfitParameterHint(other, ['abc'])).toBeUndefined();
});
