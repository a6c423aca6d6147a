import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type Era, type SettingsEnv } from '../helpers/mcp-session.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

const BROKER = { CORADB_DRIVER: 'broker', CORADB_PORT: '9' };
const TWELVE = Array.from({ length: 12 }, (_none, at) => `warehouse_${String(at + 1).padStart(2, '0')}`);

let folder: string;
beforeAll(async () => {
  folder = await scratchFolder();
  await writeFile(join(folder, 'books.duckdb'), '');
});
afterAll(() => removeFolder(folder));

/** `describe_schema` without any input, and what its definition says about `database`. */
async function ask(era: Era, env: SettingsEnv, args: Record<string, unknown> = {}) {
  const session = await openApplication(era, env);
  const { tools } = await session.client.listTools();
  const { isError, document } = await session.call('describe_schema', args);
  await session.close();
  const said = tools.map(({ inputSchema }) => ({
    ...(inputSchema.properties?.database as object),
    isRequired: inputSchema.required?.includes('database') === true,
  }));
  expect(said).toHaveLength(5);
  // Every tool says the same.
  for (const each of said) expect(each).toEqual(said[0]);
  return { said: said[0], isError, document };
}

describe.each(ERAS)('a model that was told only the tools, protocol %s', (era) => {
  it('need not name the only database', async () => {
    const { said, isError, document } = await ask(era, { CORADB_DRIVER: 'embedded' });
    expect(said).toEqual({ type: 'string', description: 'Default: e-commerce', isRequired: false });
    expect(isError).toBe(false);
    expect(document.login).toContain('e-commerce');
    expect(document.schema).toContain('VERTEX TABLE');
  });

  it('need not name the only one that the settings allow', async () => {
    const { said, document } = await ask(era, { ...BROKER, CORADB_DATABASES: 'sales' });
    expect(said).toEqual({ type: 'string', description: 'Default: sales', isRequired: false });
    // Nobody listens there: the call went to the broker.
    expect(document.error.layer).toBe('broker');
  });

  it('chooses among the files of a folder', async () => {
    const env = { CORADB_DRIVER: 'embedded', CORADB_EMBEDDED_DIR: folder };
    const { said, isError, document } = await ask(era, env);
    expect(said).toEqual({ type: 'string', description: 'books or e-commerce', isRequired: true });
    expect(isError).toBe(true);
    expect(document).toEqual({
      error: { layer: 'input', message: '"database" is missing.', hint: 'There are: books, e-commerce.' },
    });
  });

  it('chooses among those of the settings', async () => {
    const env = { ...BROKER, CORADB_DATABASES: 'stock,sales' };
    const { said, document } = await ask(era, env);
    expect(said).toEqual({ type: 'string', description: 'sales or stock', isRequired: true });
    expect(document.error.hint).toBe('There are: sales, stock.');
    const wrong = await ask(era, env, { database: 'e-commerce' });
    expect(wrong.document.error).toEqual({
      layer: 'guard',
      message: 'Database "e-commerce" is not allowed by CORADB_DATABASES.',
      hint: 'Allowed: stock, sales.',
    });
  });

  it('is told the names by the error for one that does not exist', async () => {
    const { document } = await ask(era, { CORADB_DRIVER: 'embedded' }, { database: 'demodb' });
    expect(document.error.message).toContain('the embedded engine has: e-commerce');
  });

  it('must ask the user where none is known', async () => {
    const { said, document } = await ask(era, BROKER);
    expect(said).toEqual({ type: 'string', isRequired: true });
    expect(document.error).toEqual({
      layer: 'input',
      message: '"database" is missing.',
      hint: 'Give the name of a database. This server knows none: ask the user, who can also set CORADB_DATABASES.',
    });
  });

  it('pays little for many names', async () => {
    const { said, document } = await ask(era, { ...BROKER, CORADB_DATABASES: TWELVE.join(',') });
    expect(said).toEqual({
      type: 'string',
      description:
        'One of 12, such as warehouse_01, warehouse_02, warehouse_03, warehouse_04, warehouse_05, warehouse_06, ' +
        'warehouse_07; a call without it lists them',
      isRequired: true,
    });
    expect(document.error.hint).toBe(`There are: ${TWELVE.join(', ')}.`);
  });
});
