import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const PAIRS = [
  ['README.md', 'README.ko.md'],
  ['docs/clients.md', 'docs/ko/clients.md'],
  ['docs/security.md', 'docs/ko/security.md'],
  ['docs/troubleshooting.md', 'docs/ko/troubleshooting.md'],
] as const;

/** What must be the same in every language. */
interface Shape {
  /** Level of each heading, in order. */
  readonly headings: readonly number[];
  /** Code blocks with their language, as they are. */
  readonly blocks: readonly string[];
  /** Of each row of a table: how many cells, and the code in the first two of them. */
  readonly rows: readonly string[];
  /** Quoted errors. */
  readonly quotations: readonly string[];
  /** Items of lists, numbered or not. */
  readonly items: number;
  /** Code words of each paragraph and item, without order. */
  readonly words: readonly string[];
}

function shapeOf(file: string): Shape {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const prose = text.replaceAll(/```[^]*?```/g, '');
  const rows = prose.match(/^\|.*\|$/gm) ?? [];
  return {
    headings: (prose.match(/^#+ /gm) ?? []).map((sign) => sign.length - 1),
    blocks: text.match(/```[^]*?```/g) ?? [],
    rows: rows
      .filter((row) => !/^[|\s:-]+$/.test(row))
      .map((row) => {
        const cells = row.split(/(?<!\\)\|/).slice(1, -1);
        return `${cells.length} ${(
          cells
            .slice(0, 2)
            .join()
            .match(/`[^`]+`/g) ?? []
        ).join()}`;
      }),
    quotations: prose.match(/^> .*$/gm) ?? [],
    items: (prose.match(/^\s*(?:-|\d+\.) /gm) ?? []).length,
    words: [...new Set((prose.match(/`[^`]+`/g) ?? []).filter((word) => /[A-Z_]{4}/.test(word)))].sort(),
  };
}

/** Pages that a document links to, without language and place. */
function linksOf(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [
    ...new Set(
      [...text.matchAll(/\]\(([^)#\s]+)/g)]
        .map(([, link = '']) =>
          /^https?:/.test(link) ? link : posix.normalize(posix.join(posix.dirname(file), link)),
        )
        .map((link) => link.replace('docs/ko/', 'docs/').replace('README.ko.md', 'README.md')),
    ),
  ].sort();
}

describe.each(PAIRS)('%s and %s', (english, korean) => {
  it('have the same headings, code, tables, quotations and words of code', () => {
    expect(shapeOf(korean)).toEqual(shapeOf(english));
  });

  it('lead to the same pages', () => {
    const own = [english];
    expect(linksOf(korean).filter((link) => !own.includes(link as typeof english))).toEqual(
      expect.arrayContaining(linksOf(english).filter((link) => !own.includes(link as typeof english))),
    );
  });
});
