import mermaid from 'mermaid';
import { describe, expect, it } from 'vitest';
import { connectCatalog } from '../../../test/helpers/catalog-connection.js';
import { emptyObject, type SchemaModel, type SchemaObject } from '../../driver/model/schema-model.js';
import { SchemaReader } from '../schema-service.js';
import { printSchemaMermaid } from './mermaid-printer.js';

const ODD_NAMES = [
  ...[
    'a"b',
    "it's",
    'back\\slash',
    'x%y',
    '한글 이름',
    'new\nline',
    '[b]',
    '{c}',
    '<d>',
    '`q`',
    'x;y',
    'a,b',
    'a?',
  ],
  ...[
    'PK',
    'fk',
    'Uk',
    'erDiagram',
    'title',
    'direction',
    'class',
    'style',
    'only one',
    'to',
    '1st',
    '',
    ' ',
  ],
  ...[':', 'a--b', '||--o{', '%%{init: {}}%%', '\u200b', '\u2028', '😀', 'é', 'µ', '-', '*', 'x'.repeat(200)],
];

function model(objects: readonly SchemaObject[], notes: readonly string[]): SchemaModel {
  return {
    database: 'catdb',
    user: 'DBA',
    engine: 'CoraDB',
    engineVersion: '11.4',
    readAt: '2026-11-30T12:00:00.000Z',
    detail: 'full',
    complete: true,
    notes,
    foreignKeys: 'complete',
    objects,
    serials: [],
    synonyms: [],
    servers: [],
  };
}

describe('the diagram of a schema', () => {
  it.each(['names', 'summary', 'full'] as const)('is understood by mermaid at detail %s', async (detail) => {
    const whole = await new SchemaReader().read(connectCatalog('dba'), { detail, timeoutMs: 0 });
    expect(await mermaid.parse(printSchemaMermaid(whole))).toMatchObject({ diagramType: 'er' });
  });

  it.each(ODD_NAMES)('takes the name %j everywhere', async (name) => {
    const columns = ODD_NAMES.map((column, at) => ({
      name: column,
      position: at + 1,
      type: at % 2 === 0 ? `SHOP.${name}` : `NUMERIC(10,${at})`,
      nullable: true,
      comment: column,
    }));
    const object = {
      ...emptyObject('table', 'CLASS', 'SHOP', name),
      columns,
      foreignKeys: [
        { name, keys: [{ column: name }], references: { owner: 'SHOP', table: name, columns: [] } },
      ],
    };
    const diagram = printSchemaMermaid(model([object], [`note %%{${name}`]));
    expect(await mermaid.parse(diagram)).toMatchObject({ diagramType: 'er' });
    // A directive would make mermaid skip the rest, which also "parses".
    expect(diagram).not.toContain('%%{');
  });

  it('tells how many rows may stand on each side of a foreign key', () => {
    const column = (name: string, nullable: boolean) => ({ name, position: 1, type: 'INTEGER', nullable });
    const child = (
      columns: SchemaObject['columns'],
      primaryKey?: SchemaObject['primaryKey'],
    ): SchemaObject => ({
      ...emptyObject('table', 'CLASS', 'SHOP', 'child'),
      columns,
      ...(primaryKey ? { primaryKey } : {}),
      foreignKeys: [
        {
          name: 'fk',
          keys: [{ column: 'p' }],
          references: { owner: 'SHOP', table: 'parent', columns: ['id'] },
        },
      ],
    });
    const relation = (object: SchemaObject): string =>
      printSchemaMermaid(model([object], []))
        .split('\n')
        .at(-1) ?? '';
    expect(relation(child([column('p', true)]))).toBe('  "SHOP.parent" |o--o{ "SHOP.child" : "p"');
    expect(relation(child([column('p', false)]))).toBe('  "SHOP.parent" ||--o{ "SHOP.child" : "p"');
    expect(relation(child([column('p', false)], { name: 'pk', keys: [{ column: 'p' }] }))).toBe(
      '  "SHOP.parent" ||--o| "SHOP.child" : "p"',
    );
  });
});
