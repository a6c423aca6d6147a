import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from './lexer.js';
import type { LexicalSettings } from './lexical-settings.js';
import { checkReadOnly } from '../../test/helpers/statement-checks.js';
import { hiddenEffects } from '../driver/coradb/plan/hidden-effects.js';
import { CORADB_SQL_RULES } from '../driver/coradb/rules/sql-rules.js';
import { EMBEDDED_SQL_RULES } from '../driver/embedded/rules/sql-rules.js';
import type { CallError } from '../errors/call-error.js';
import { factsOf } from './facts.js';
import { statementVerb } from './statement-verb.js';
import { splitStatements } from './statement-splitter.js';
import { readTokens } from './statement-tokens.js';
import type { CheckedStatement } from './statement-place.js';

const BUILT_SCRIPTS = 12_000;
const RANDOM_SCRIPTS = 9_000;

const settings: fc.Arbitrary<LexicalSettings> = fc.record({
  ansiQuotes: fc.boolean(),
  noBackslashEscapes: fc.boolean(),
});

/** Text full of what other tokens are made of. */
const nastyText = fc
  .array(
    fc.constantFrom(
      'a',
      'é',
      '；',
      ' ',
      '\n',
      '\r',
      ';',
      "'",
      '"',
      '`',
      '[',
      ']',
      '--',
      '//',
      '/*',
      '*/',
      '?',
      '\\',
      '#',
      '.',
      'END',
      'x',
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** A string literal of the content, written so that it ends where it should under the settings. */
function literal(
  prefix: string,
  quote: string,
  content: string,
  { noBackslashEscapes }: LexicalSettings,
): string {
  const doubled = content.replaceAll(quote, quote + quote);
  const escaped = noBackslashEscapes ? doubled : doubled.replaceAll('\\', '\\\\');
  return prefix + quote + escaped + quote;
}

/** One token or comment that is complete by itself. */
function fragment(current: LexicalSettings): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'a',
        'FROM',
        't',
        '42',
        '4.5',
        '1e10',
        '(',
        ')',
        ',',
        '=',
        '?',
        '@v',
        ':n',
        '\\N',
        '#c',
        '한글',
        '.5',
        's.NEXT_VALUE',
        'INCR(c)',
      ),
    },
    nastyText.map((text) => literal('', "'", text, current)),
    nastyText.map((text) => literal('N', "'", text, current)),
    nastyText.map((text) => `X'${text.replaceAll("'", '')}'`),
    nastyText.map((text) =>
      literal('', '"', text, current.ansiQuotes ? { ...current, noBackslashEscapes: true } : current),
    ),
    nastyText.map((text) => literal('', '`', text, { ...current, noBackslashEscapes: true })),
    nastyText.map((text) => `[${text.replaceAll(']', '')}]`),
    nastyText.map((text) => `/*${text.replaceAll('/', '')}*/`),
    nastyText.map((text) => `--${text.replaceAll(/[\r\n]/g, '')}\n,`),
    nastyText.map((text) => `//${text.replaceAll(/[\r\n]/g, '')}\r,`),
  );
}

/** A statement and the word that says what it does. */
interface Made {
  readonly text: string;
  readonly verb: string;
}

function routine(current: LexicalSettings): fc.Arbitrary<Made> {
  const text = nastyText.map((content) => literal('', "'", content, current));
  return fc
    .tuple(fc.constantFrom('IS', 'as', 'AS LANGUAGE PLCSQL'), text, nastyText)
    .map(([as, string, comment]) => ({
      verb: 'CREATE',
      text:
        `CREATE OR REPLACE PROCEDURE p (a INT) ${as} PROCEDURE q AS BEGIN NULL; END; ` +
        `BEGIN IF a = 1 THEN x := ${string}; ELSE LOOP EXIT; END LOOP; END IF; --${comment.replaceAll('\n', '')}\n` +
        `x := CASE a WHEN 1 THEN ? ELSE 3 END; /*${comment.replaceAll('/', '')}*/ END p`,
    }));
}

const beginnings: readonly (readonly [text: string, verb: string])[] = [
  ['SELECT', 'SELECT'],
  ['select', 'SELECT'],
  ['((SELECT', 'SELECT'],
  ['--;\nVALUES', 'VALUES'],
  ['WITH c AS (SELECT 1) (SELECT', 'SELECT'],
  ['WITH c AS (SELECT 1) DELETE', 'DELETE'],
  ['INSERT', 'INSERT'],
  ['Update', 'UPDATE'],
  ['DROP', 'DROP'],
  ['/*;*/ COMMIT', 'COMMIT'],
  ['/*+ ; */ SET', 'SET'],
];

function statement(current: LexicalSettings): fc.Arbitrary<Made> {
  const plain = fc
    .tuple(fc.constantFrom(...beginnings), fc.array(fragment(current), { maxLength: 6 }))
    .map(([[beginning, verb], rest]) => ({ verb, text: [beginning, ...rest, 'z'].join(' ') }));
  return fc.oneof({ weight: 12, arbitrary: plain }, { weight: 1, arbitrary: routine(current) });
}

const script = settings.chain((current) =>
  fc.record({
    settings: fc.constant(current),
    statements: fc.array(statement(current), { maxLength: 5 }),
    separators: fc.array(fc.constantFrom(';', ' ; ', ';\r\n', '\t;\n ;', ';;'), {
      minLength: 5,
      maxLength: 5,
    }),
  }),
);

/** As `expect(actual).toBe(expected)`, but cheap enough for each of thousands of scripts. */
function same<Value>(actual: Value, expected: Value): void {
  if (actual !== expected) expect(actual).toBe(expected);
}

/** Where the read-only check finds something to refuse. */
function refusedOffset(checked: CheckedStatement, current: LexicalSettings): number | undefined {
  try {
    checkReadOnly(checked, { settings: current });
    return undefined;
  } catch (error) {
    return (error as CallError).position?.offset;
  }
}

function shifted(offset: number | undefined, by: number): number | undefined {
  return offset === undefined ? undefined : offset + by;
}

/** Reading the facts never fails, and every offset lies in the text. */
function readAll(text: string, current: LexicalSettings | undefined): void {
  for (const rules of [CORADB_SQL_RULES, EMBEDDED_SQL_RULES]) {
    for (const { start, second, control, effects, hostFile, markers } of factsOf(text, rules, current)) {
      const offsets = [start, second, control?.offset, hostFile?.offset, ...markers.positional];
      for (const offset of [...offsets, ...effects.map((effect) => effect.offset)]) {
        same(offset === undefined || (offset >= 0 && offset < text.length), true);
      }
    }
  }
  hiddenEffects(`Query stmt:${text}`);
}

describe('generated scripts', () => {
  it(`${BUILT_SCRIPTS} scripts of known statements split into just these, and none changes its kind`, () => {
    let checked = 0;
    fc.assert(
      fc.property(script, ({ settings: current, statements, separators }) => {
        const sql = statements.map(({ text }, at) => text + (separators[at] ?? ';')).join('');
        const result = splitStatements(sql, current);
        if (result.kind === 'refused') throw result.error;
        same(
          result.statements.map(({ text }) => text).join('\0'),
          statements.map(({ text }) => text).join('\0'),
        );
        for (const [at, part] of result.statements.entries()) {
          same(sql.slice(part.start, part.end), part.text);
          same(statementVerb(readTokens(part.text, current), CORADB_SQL_RULES), statements[at]?.verb);
          same(
            refusedOffset(part, current),
            shifted(refusedOffset({ text: part.text }, current), part.start),
          );
          checked += 1;
        }
      }),
      { numRuns: BUILT_SCRIPTS, seed: 20261130 },
    );
    expect(checked).toBeGreaterThan(BUILT_SCRIPTS);
  });

  it(`${RANDOM_SCRIPTS} random texts: tokens and parts give back the text, nothing crashes`, () => {
    const pieces = fc.constantFrom(
      'SELECT',
      'a',
      '1',
      '.',
      "'",
      '"',
      '`',
      '[',
      ']',
      ';',
      '--',
      '//',
      '/*',
      '*/',
      '*',
      '/',
      '\n',
      '\r',
      ' ',
      '\\',
      '?',
      ':n',
      '@',
      '(',
      ')',
      "x'",
      "N'",
      '#',
      'é',
      '\0',
      '\ufeff',
      'CREATE PROCEDURE p AS',
      'BEGIN',
      'END',
      'IF',
      'CASE',
      'LANGUAGE JAVA',
      'DBLINK(',
      ',',
      'WITH',
      'INCR',
      'FOR',
      'UPDATE',
      '\ud800',
      '->',
      'NEXT_VALUE',
      '\f',
    );
    const text = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.option(settings, { nil: undefined }), (sql, current) => {
        const tokens = tokenize(sql, current ?? { ansiQuotes: true, noBackslashEscapes: true });
        same(tokens.map(({ start, end }) => sql.slice(start, end)).join(''), sql);
        readAll(sql, current);
        const result = splitStatements(sql, current);
        if (result.kind === 'refused') {
          same(typeof result.error.position?.offset, 'number');
          return;
        }
        // What lies between the statements holds nothing that the engine would run.
        let end = 0;
        for (const part of result.statements) {
          if (part.start < end) expect.fail('parts overlap');
          end = part.end;
        }
        const gaps = [0, ...result.statements.map((part) => part.end)].map((from, at) =>
          sql.slice(from, result.statements[at]?.start ?? sql.length),
        );
        same(gaps.map((gap, at) => gap + (result.statements[at]?.text ?? '')).join(''), sql);
        for (const gap of gaps) {
          const left = splitStatements(gap.replace('\ufeff', ''), current);
          same(left.kind === 'statements' ? left.statements.length : left.reason, 0);
        }
      }),
      { numRuns: RANDOM_SCRIPTS, seed: 20261130 },
    );
  });
});
