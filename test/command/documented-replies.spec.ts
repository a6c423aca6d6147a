import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApplication } from '../helpers/arango-session.js';

const ROOT = join(import.meta.dirname, '..', '..');
const DOCUMENTS = ['README.md', 'docs/calls.md'];

interface DocumentedCall {
  readonly place: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly reply: string;
}

/** Each JSON block that is followed by a block of text: a call of the tool that was named last, and its reply. */
function callsIn(file: string): DocumentedCall[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/```json\n([^`]*)```\n(?:(?!```|\n#)[^])*?```text\n([^`]*)```/g)].map((match) => {
    const before = text.slice(0, match.index);
    const named = [
      ...before.matchAll(/connection_info|describe_schema|execute_select|execute_sql|explain_query/g),
    ];
    return {
      place: `${file}:${before.split('\n').length}`,
      tool: named.at(-1)?.[0] ?? '',
      args: JSON.parse(match[1] ?? '') as Record<string, unknown>,
      reply: match[2] ?? '',
    };
  });
}

/** The reply as a pattern: … stands for anything, times are any number. */
function pattern(reply: string): RegExp {
  const escaped = reply
    .trimEnd()
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/"elapsedMs":( ?)\d+/g, '"elapsedMs":$1\\d+')
    .replaceAll(/\s*…\s*/g, '[^]*');
  return new RegExp(`^${escaped}$`);
}

describe.each(DOCUMENTS)('%s', (file) => {
  const calls = callsIn(file);

  it('has calls with replies', () => {
    expect(calls.length).toBeGreaterThan(0);
  });

  it.each(calls.map((call) => [call.place, call] as const))(
    '%s is answered as it says',
    async (_place, call) => {
      const session = await openApplication('2026-07-28', { CORADB_DRIVER: 'embedded' });
      const { text } = await session.call(call.tool, call.args);
      await session.close();
      expect(text).toMatch(pattern(call.reply));
    },
  );
});
