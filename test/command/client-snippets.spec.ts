import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'clients.md'), 'utf8');
const snippets = [...text.matchAll(/```json\n([^]*?)```/g)].map(([, json = '']) => json);

it('every JSON snippet of docs/clients.md is a configuration with one server called coradb', () => {
  expect(snippets).toHaveLength(3);
  for (const snippet of snippets) {
    const config = JSON.parse(snippet) as Record<string, Record<string, object>>;
    const [servers = {}] = Object.values(config);
    expect(Object.keys(config)).toHaveLength(1);
    expect(servers).toEqual({
      coradb: expect.objectContaining({
        command: expect.stringMatching(/^(node|cmd)$/) as string,
        args: expect.any(Array) as string[],
        env: expect.objectContaining({ CORADB_HOST: 'localhost' }) as object,
      }) as object,
    });
  }
});
