import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const PAGES = ['cas-protocol', 'engine-behaviour', 'catalog'] as const;
type Page = (typeof PAGES)[number];

/** `cas-protocol §4.3, §5`, `catalog.md §8`, `cas-protocol §2–§5`, `engine-behaviour, "Plans"`, `engine-behaviour §7`. */
const CITATION =
  /\b(cas-protocol|engine-behaviour|catalog)(?:\.md)?,? (§[\d.]+(?:(?:, | and |–)§[\d.]+)*|"[^"]+")/g;

interface Citation {
  readonly file: string;
  readonly page: Page;
  /** Number of a heading, or the beginning of its words. */
  readonly heading: string;
}

function citationsIn(file: string): Citation[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/\s*\n\s*(?:\*|\/\/)\s*/g, ' ');
  return [...text.matchAll(CITATION)].flatMap(([, page, cited = '']) => {
    const headings = cited.startsWith('"')
      ? [cited.slice(1, -1)]
      : [...cited.matchAll(/§([\d.]*\d)/g)].map(([, number = '']) => number);
    return headings.map((heading) => ({ file, page: page as Page, heading }));
  });
}

interface Heading {
  readonly number: string | undefined;
  readonly words: string;
}

function headingsOf(page: Page): Heading[] {
  const text = readFileSync(join(root, 'docs/internals', `${page}.md`), 'utf8');
  return [...text.matchAll(/^#{2,4} (?:([\d.]*\d)\.? )?(.+)$/gm)].map(([, number, words = '']) => ({
    number,
    words: words.replaceAll('`', ''),
  }));
}

const files = execFileSync('git', ['ls-files', 'src', 'test', 'bench'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:ts|mjs)$/.test(file) && file !== 'test/citations.spec.ts');
const citations = files.flatMap(citationsIn);

describe('what comments cite', () => {
  it.each(PAGES)('%s is cited, and each heading cited is there', (page) => {
    const headings = headingsOf(page);
    const cited = citations.filter((citation) => citation.page === page);
    const lost = cited.filter(
      ({ heading }) =>
        !headings.some(
          ({ number, words }) => number === heading || words.startsWith(heading.replaceAll('`', '')),
        ),
    );
    expect(cited.length).toBeGreaterThan(10);
    expect(lost).toEqual([]);
  });
});
