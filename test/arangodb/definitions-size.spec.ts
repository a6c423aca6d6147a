import { expect, it } from 'vitest';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS } from '../helpers/mcp-session.js';

/** What every client's model pays for before it asks anything. */
const MOST_CHARS = 20_000;

it.each(ERAS)('the definitions of all tools stay at most 20,000 characters, in %s', async (era) => {
  const session = await openApplication(era, {
    ARANGO_URL: 'http://127.0.0.1:9',
    ARANGO_BACKUP_ROOT: '/nowhere',
  });
  const { tools } = await session.client.listTools();
  await session.close();
  const sizes = tools.map(({ name, description, inputSchema }) => ({
    name,
    chars: JSON.stringify({ name, description, inputSchema }).length,
  }));
  const sum = sizes.reduce((chars, each) => chars + each.chars, 0);
  expect(sum, sizes.map(({ name, chars }) => `${name} ${chars}`).join(', ')).toBeLessThanOrEqual(MOST_CHARS);
});
