import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

it('the package holds everything that README and the documents link to', () => {
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8' }),
  ) as readonly Packed[];
  const paths = packed.flatMap(({ files }) => files.map(({ path }) => path));
  const documents = paths.filter((path) => path.endsWith('.md'));
  expect(documents).toContain('docs/embedding.md');
  expect(paths).toContain('examples/backend/main.ts');
  const missing = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, link = '']) => normalize(join(document, '..', link)))
      .filter(
        (link) => !paths.some((path) => path === link || path.startsWith(`${link.replace(/\/$/, '')}/`)),
      )
      .map((link) => `${document}: ${link}`),
  );
  expect(missing).toEqual([]);
});
