import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseShowCreateTable } from './show-create-table.js';

interface Samples {
  readonly users: Record<string, { show_create_table: Record<string, { rows?: string[][] }> }>;
}

const SAMPLES = JSON.parse(
  readFileSync(new URL('../../../../test/fixtures/catalog/catalog-samples.json', import.meta.url), 'utf8'),
) as Samples;

const SHOWN = Object.entries(SAMPLES.users['dba']?.show_create_table ?? {}).flatMap(([key, result]) => {
  const text = result.rows?.[0]?.[1];
  return text === undefined ? [] : [[key, text] as const];
});

function shown(key: string): string {
  return SHOWN.find(([candidate]) => candidate === key)?.[1] ?? '';
}

describe('the text of SHOW CREATE TABLE', () => {
  it('is understood to the end for every table of the sample schema', () => {
    expect(SHOWN).toHaveLength(61);
    const tails = SHOWN.filter(([, text]) => parseShowCreateTable(text).rawTail !== undefined);
    expect(tails.map(([key]) => key)).toEqual([]);
    expect(SHOWN.every(([, text]) => parseShowCreateTable(text).kindWords === 'TABLE')).toBe(true);
  });

  it('tells where the foreign keys point', () => {
    const keys = SHOWN.flatMap(([key, text]) =>
      parseShowCreateTable(text).foreignKeys.map(
        (found) =>
          `${key}(${found.columns.join()}) ${found.references.owner}.${found.references.table}(${found.references.columns.join()}) ${found.onDelete}/${found.onUpdate}`,
      ),
    );
    expect(keys).toEqual([
      'ARCHIVE.customer_note(cust) SHOP.customer(id) CASCADE/RESTRICT',
      'ARCHIVE.customer_note(old_cust) ARCHIVE.customer(id) RESTRICT/RESTRICT',
      'SHOP.con_comments(b) SHOP.con_comments(a) RESTRICT/RESTRICT',
      'SHOP.customer(referrer) SHOP.customer(id) SET NULL/RESTRICT',
      'SHOP.fk_dedup(r) SHOP.indexed(id) RESTRICT/RESTRICT',
      'SHOP.fk_dedup2(r) SHOP.indexed(id) RESTRICT/RESTRICT',
      'SHOP.open_child(sp) SHOP.secret_parent(id) RESTRICT/SET NULL',
      'SHOP.shipment_line(y,o,l) SHOP.order_line(order_year,order_no,line_no) CASCADE/NO ACTION',
      'SHOP.unnamed(c) SHOP.customer(id) RESTRICT/RESTRICT',
      'SHOP.고객(추천인) SHOP.고객(번호) RESTRICT/RESTRICT',
    ]);
  });

  it('splits ENUM lists although quotes in them are not escaped', () => {
    const { columns } = parseShowCreateTable(shown('SHOP.all_types'));
    expect(columns.get('c_enum')).toEqual({
      defaultSql: "'red'",
      enumValues: ['red', "gr'een", '파랑', 'a,b'],
    });
    expect(columns.get('c_enum_ci')?.enumValues).toEqual(['x', 'y']);
    expect(columns.get('c_json_schema')?.jsonSchema).toBe('{"type":"object","required":["a"]}');
    expect(parseShowCreateTable(shown('SHOP.defaults2')).columns.get('n')?.enumValues).toEqual(["it's", 'b']);
  });

  it('takes defaults as they are written', () => {
    const { columns } = parseShowCreateTable(shown('SHOP.defaults'));
    const defaults = [
      'd_str_fn',
      'd_curuser',
      'd_str_nl',
      'd_tochar',
      'u_both',
      'u_only',
      'd_none',
      'd_unix',
    ];
    expect(defaults.map((name) => columns.get(name)?.defaultSql)).toEqual([
      "'CURRENT_USER'",
      'CURRENT_USER',
      "'line1\nline2'",
      "TO_CHAR(SYS_DATE, 'YYYY/MM/DD')",
      'CURRENT_DATETIME',
      undefined,
      undefined,
      'UNIX_TIMESTAMP()',
    ]);
  });

  it('keeps methods, and the words of an engine it does not know', () => {
    expect(parseShowCreateTable(shown('SHOP.with_method')).methods).toEqual([
      "[add_one](INTEGER) INTEGER FUNCTION [add_one_c] FILE 'x.o'",
    ]);
    const edge = `CREATE EDGE TABLE [part_of] FROM [dba.product] TO [dba.category] ([id] INTEGER NOT NULL) REUSE_OID, COLLATE utf8_bin GRAPH [shop]`;
    expect(parseShowCreateTable(edge)).toMatchObject({
      kindWords: 'EDGE TABLE',
      headClause: 'FROM [dba.product] TO [dba.category]',
      rawTail: 'GRAPH [shop]',
    });
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      'CREATE TABLE [t] ',
      '([a] INTEGER',
      ')',
      '[',
      "'",
      "ENUM('",
      "')",
      ',',
      'CONSTRAINT [k] FOREIGN KEY',
      'REFERENCES [x.y]',
      'METHOD',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (parts) => {
        expect(parseShowCreateTable(parts.join('')).foreignKeys).toBeInstanceOf(Array);
      }),
    );
  });
});
