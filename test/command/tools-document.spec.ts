import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from '@modelcontextprotocol/client';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { openApplication } from '../helpers/arango-session.js';
import type { SettingsEnv } from '../helpers/mcp-session.js';
import { toolsDocument } from '../helpers/tools-text.js';

const file = join(import.meta.dirname, '..', '..', 'docs', 'tools.md');

async function toolsOf(env: SettingsEnv): Promise<readonly Tool[]> {
  const session = await openApplication('2025-11-25', env);
  const { tools } = await session.client.listTools();
  await session.close();
  return tools;
}

it('docs/tools.md has every tool as its definition says, behind its introduction', async () => {
  const [head = ''] = readFileSync(file, 'utf8').split(/^## /m);
  const groups = [
    { title: 'CoraDB', tools: await toolsOf({ CORADB_DRIVER: 'broker' }) },
    {
      title: 'ArangoDB',
      tools: await toolsOf({ ARANGO_URL: 'http://127.0.0.1:9', ARANGO_BACKUP_ROOT: '/nowhere' }),
    },
  ];
  const text = await format(toolsDocument(head, groups), {
    ...(await resolveConfig(file)),
    parser: 'markdown',
  });
  await expect(text).toMatchFileSnapshot(file);
});
