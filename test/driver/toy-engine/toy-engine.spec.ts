import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSettings } from '../../../src/config/load-settings.js';
import type * as Engines from '../../../src/driver/engines.js';
import { ERAS, openInProcess, type McpSession } from '../../helpers/mcp-session.js';

// A folder and a line make an engine (docs/internals/adding-an-engine.md): this is the line.
vi.mock('../../../src/driver/engines.js', async (original) => {
  const engines = await original<typeof Engines>();
  const load: Engines.Engine['load'] = async () => (await import('./toy-driver.js')).createToyDriver();
  return { ...engines, ENGINES: new Map([...engines.ENGINES, ['toy', { load, ownPlace: 'toy' }]]) };
});

const SELECT = { sql: 'SELECT * FROM animal' };
const INSERT = { sql: 'INSERT INTO animal VALUES (?, ?)', params: [3, 'cat'] };

describe.each(ERAS)('an engine of one folder and one line, %s', (era) => {
  let session: McpSession;
  beforeEach(async () => {
    session = await openInProcess(era, loadSettings({ CORADB_DRIVER: 'toy' }, '').coradb);
  });
  afterEach(() => session.close());

  const call = (name: string, args: Record<string, unknown> = {}) =>
    session.call(name, { database: 'zoo', ...args });
  const rows = async () => (await call('execute_select', SELECT)).document.statements[0].rows;

  it('connection_info names it and reaches no host', async () => {
    const { document } = await call('connection_info');
    expect(document).toMatchObject({
      login: 'dba@toy/zoo',
      engineVersion: 'Toy 1',
      driver: { name: 'toy', version: '1', reloads: 0 },
    });
    expect((await call('connection_info', { host: 'elsewhere' })).document.error).toMatchObject({
      layer: 'input',
    });
  });

  it('describe_schema reads its catalog and prints it', async () => {
    expect((await call('describe_schema', { detail: 'summary' })).text).toContain(
      'TABLE TOY.animal (id INTEGER NOT NULL, name VARCHAR, PRIMARY KEY (id))',
    );
    expect((await call('describe_schema', { object: 'animal' })).text).toBe(
      'TABLE TOY.animal\n  id INTEGER NOT NULL\n  name VARCHAR\n  CONSTRAINT pk_animal PRIMARY KEY (id)',
    );
    expect((await call('describe_schema', { object: 'animals' })).document.error).toMatchObject({
      layer: 'input',
      hint: 'The nearest names are TOY.animal.',
    });
  });

  it('execute_select gives its rows, or a part of them', async () => {
    const [statement] = (await call('execute_select', SELECT)).document.statements;
    expect(statement).toMatchObject({
      type: 'SELECT',
      columns: [
        { name: 'id', type: 'Int' },
        { name: 'name', type: 'String' },
      ],
      rows: [
        [1, 'ant'],
        [2, 'bee'],
      ],
      totalRows: 2,
    });
    const part = await call('execute_select', { ...SELECT, startRow: 2, maxRows: 1 });
    expect(part.document.statements[0].rows).toEqual([[2, 'bee']]);
  });

  it('execute_select refuses what its dialect does not call reading', async () => {
    const { error } = (await call('execute_select', INSERT)).document;
    expect(error).toMatchObject({
      layer: 'guard',
      message: expect.stringContaining('is no query but INSERT'),
    });
    expect(await rows()).toHaveLength(2);
  });

  it('execute_sql commits, and a dry run does not', async () => {
    expect((await call('execute_sql', { ...INSERT, dryRun: true })).document.transaction).toBe('rolled back');
    expect(await rows()).toHaveLength(2);
    expect((await call('execute_sql', INSERT)).document).toMatchObject({
      transaction: 'committed',
      statements: [{ type: 'INSERT', affectedRows: 1 }],
    });
    expect(await rows()).toEqual([
      [1, 'ant'],
      [2, 'bee'],
      [3, 'cat'],
    ]);
  });

  it('execute_sql refuses what its dialect calls control, and places the errors of the engine', async () => {
    expect((await call('execute_sql', { sql: 'HALT' })).document.error).toMatchObject({
      layer: 'guard',
      message: 'HALT at line 1, column 1 stops the toy.',
    });
    expect((await call('execute_sql', { sql: 'SELECT * FROM plant' })).document).toMatchObject({
      transaction: 'rolled back',
      error: { layer: 'engine', code: 'Table', position: { offset: 14, line: 1, column: 15 } },
    });
  });

  it('explain_query gives its plan as text and as steps', async () => {
    const [text] = (await call('explain_query', { ...SELECT, format: 'text' })).document.statements;
    expect(text).toMatchObject({ plan: 'WALK animal', observations: ['animal is read whole.'] });
    const [tree] = (await call('explain_query', { ...SELECT, format: 'tree' })).document.statements;
    expect(tree.tree[0].roots).toMatchObject([{ operation: 'WALK', table: 'animal' }]);
  });
});
