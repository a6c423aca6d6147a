/**
 * Prints how the source is cut: files, their median length, import lines per 1,000 lines, and how many tests there are
 * by title. `node scripts/figures.mjs [folder of a checkout]`; compare two checkouts with `git worktree add`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.argv[2] ?? '.';
const textsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.[mc]?tsx?$/.test(name))
    .map((name) => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') }));
const linesOf = (text) => text.trimEnd().split('\n');
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const sources = textsIn('src').filter(({ name }) => !name.endsWith('.spec.ts'));
const lengths = sources.map(({ text }) => linesOf(text).length);
const total = lengths.reduce((sum, length) => sum + length, 0);
// A wrapped import counts once.
const imports = sources
  .flatMap(({ text }) => linesOf(text))
  .filter((line) => /^import\b|^\} from '|^export .* from '/.test(line))
  .filter((line) => !/^import (?:type )?\{$/.test(line)).length;
const longest = sources
  .map(({ name }, index) => ({ name, length: lengths[index] }))
  .toSorted((a, b) => b.length - a.length)[0];
const titles = [...textsIn('src'), ...textsIn('test')]
  .filter(({ name }) => /\.(?:spec|redis|conformance)\.ts$|suites\//.test(name))
  .map(({ text }) => text.match(/\b(?:it|test)(?:\.\w+(?:\([^)]*\))?)*(?:<[^>]*>)?\(/g)?.length ?? 0)
  .reduce((sum, count) => sum + count, 0);

console.log(
  [
    `files          ${sources.length} (${total} lines)`,
    `median lines   ${median(lengths)} (${lengths.filter((length) => length <= 40).length} of at most 40)`,
    `longest        ${longest.length} (${longest.name})`,
    `import lines   ${((imports / total) * 1000).toFixed(1)} per 1,000`,
    `test titles    ${titles}`,
  ].join('\n'),
);
