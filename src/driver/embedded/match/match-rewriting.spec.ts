import { describe, expect, it } from 'vitest';
import { InputError } from '../../../errors/call-error.js';
import type { GraphTable } from '../graph-catalog.js';
import { SAMPLE_GRAPH } from '../sample/sample-schema.js';
import { parseSql, writeSql } from '../sql-translation.js';
import { findMatches, matchRewrites } from './match-rewriting.js';

const KNOWS: GraphTable = {
  table: 'knows',
  kind: 'edge',
  sourceTable: 'customer',
  sourceColumn: 'a',
  targetTable: 'customer',
  targetColumn: 'b',
};

async function rewritten(sql: string): Promise<string> {
  const parsed = parseSql(sql);
  return writeSql(parsed, await matchRewrites(parsed, async () => [...SAMPLE_GRAPH, KNOWS]));
}

describe('MATCH as joins', () => {
  it('writes the pattern of the README', async () => {
    expect(
      await rewritten('SELECT c.name FROM MATCH (p:product)-[:part_of]->(c:category) WHERE c.id = 1'),
    ).toBe(
      'SELECT c.name FROM ("main"."product" AS "p" ' +
        'JOIN "main"."part_of" AS "__match_36" ON ("__match_36"."product_id" = "p"."id") ' +
        'JOIN "main"."category" AS "c" ON ("__match_36"."category_id" = "c"."id")) WHERE c.id = 1',
    );
  });

  it('follows an arrow to the left, with an edge variable and a label in another letter case', async () => {
    expect(await rewritten('SELECT 1 FROM MATCH (c:Category)<-[e:PART_OF]-(p:product)')).toBe(
      'SELECT 1 FROM ("main"."category" AS "c" ' +
        'JOIN "main"."part_of" AS "e" ON ("e"."category_id" = "c"."id") ' +
        'JOIN "main"."product" AS "p" ON ("e"."product_id" = "p"."id"))',
    );
  });

  it('joins a second pattern through a shared variable', async () => {
    expect(
      await rewritten(
        'SELECT 1 FROM MATCH (p:product)-[a:part_of]->(c:category), (u:customer)-[b:bought]->(p) ORDER BY 1',
      ),
    ).toBe(
      'SELECT 1 FROM ("main"."product" AS "p" ' +
        'JOIN "main"."part_of" AS "a" ON ("a"."product_id" = "p"."id") ' +
        'JOIN "main"."category" AS "c" ON ("a"."category_id" = "c"."id") ' +
        'CROSS JOIN "main"."customer" AS "u" ' +
        'JOIN "main"."bought" AS "b" ON ("b"."customer_id" = "u"."id" AND "b"."product_id" = "p"."id")) ORDER BY 1',
    );
  });

  it('infers the labels of anonymous vertices from the edges', async () => {
    expect(await rewritten('SELECT 1 FROM MATCH ()-[e:bought]->()-[f:part_of]->(c)')).toBe(
      'SELECT 1 FROM ("main"."customer" AS "__match_20" ' +
        'JOIN "main"."bought" AS "e" ON ("e"."customer_id" = "__match_20"."id") ' +
        'JOIN "main"."product" AS "__match_35" ON ("e"."product_id" = "__match_35"."id") ' +
        'JOIN "main"."part_of" AS "f" ON ("f"."product_id" = "__match_35"."id") ' +
        'JOIN "main"."category" AS "c" ON ("f"."category_id" = "c"."id"))',
    );
  });

  it('leaves tables after the pattern alone', async () => {
    expect(
      await rewritten(
        'SELECT 1 FROM MATCH (c:customer), (SELECT 1) x, orders o JOIN (a JOIN b ON 1=1) ON 2=2',
      ),
    ).toBe('SELECT 1 FROM "main"."customer" AS "c", (SELECT 1) x, orders o JOIN (a JOIN b ON 1=1) ON 2=2');
  });

  it('writes each MATCH of subqueries, CTEs and UNION branches', async () => {
    const sql =
      'WITH w AS (SELECT 1 FROM MATCH (a:product)) SELECT 1 FROM w JOIN MATCH (b:category) ON 1=1 ' +
      'UNION ALL SELECT 1 FROM x, MATCH (c:customer) WHERE EXISTS (SELECT 1 FROM MATCH (d:product))';
    expect(await rewritten(sql)).toBe(
      'WITH w AS (SELECT 1 FROM "main"."product" AS "a") SELECT 1 FROM w JOIN "main"."category" AS "b" ON 1=1 ' +
        'UNION ALL SELECT 1 FROM x, "main"."customer" AS "c" WHERE EXISTS (SELECT 1 FROM "main"."product" AS "d")',
    );
  });

  it('lets an edge lead back to its own vertex', async () => {
    expect(await rewritten('SELECT 1 FROM MATCH (a:customer)-[k:knows]->(a)')).toBe(
      'SELECT 1 FROM ("main"."customer" AS "a" JOIN "main"."knows" AS "k" ON ("k"."a" = "a"."id" AND "k"."b" = "a"."id"))',
    );
  });

  it.each([
    '(p:dba.product)-[e:dba.part_of]->(c:DBA.category)',
    '(p:[product])-[e:[part_of]]->(c:`category`)',
    '([p]:"DBA".[product])-["e":[dba].[part_of]]->("c":dba."category")',
    '(p:product)-[[e]:part_of]->(c:category)',
    '(p:product)-[`e`:`part_of`]->(c:category)',
    '(p:product)-[[e]:"part_of"]->(c:category)',
    '(p:product) - [ [e] : [dba] . [part_of] ] -> (c:category)',
    '(p:product)-[e:/* [x] */[part_of]]->(c:category)',
    '(c:category)<-[[e]:[part_of]]-(p:dba.product), (p)',
  ])('reads quoted and owned names in %s', async (pattern) => {
    const joins = await rewritten(`SELECT 1 FROM MATCH ${pattern} WHERE e.position < [c].id`);
    expect(joins).toContain('"main"."product" AS "p"');
    expect(joins).toContain('JOIN "main"."part_of" AS "e" ON (');
    expect(joins).toContain('"main"."category" AS "c"');
    expect(joins.endsWith(') WHERE e.position < "c".id')).toBe(true);
  });

  it('knows a pattern behind a comma by its quoted edge, and one as a condition', async () => {
    expect(await rewritten('SELECT 1 FROM orders o, MATCH (p)-[[e]:[part_of]]->(c)')).toContain(
      '"main"."part_of" AS "e"',
    );
    await expect(rewritten('SELECT 1 FROM t WHERE (p)-[[e]:[part_of]]->(c)')).rejects.toThrow(
      'MATCH: a pattern as a condition is not supported (line 1, column 25).',
    );
  });

  it('takes a pattern without a label behind a comma of FROM', async () => {
    expect(
      await rewritten(
        'SELECT 1 FROM orders o JOIN x ON 1=1, MATCH (p)-[:part_of]->(c), MATCH ()<-[:bought]-(u)',
      ),
    ).toBe(
      'SELECT 1 FROM orders o JOIN x ON 1=1, ("main"."product" AS "p" ' +
        'JOIN "main"."part_of" AS "__match_47" ON ("__match_47"."product_id" = "p"."id") ' +
        'JOIN "main"."category" AS "c" ON ("__match_47"."category_id" = "c"."id")), ' +
        '("main"."product" AS "__match_71" ' +
        'JOIN "main"."bought" AS "__match_73" ON ("__match_73"."product_id" = "__match_71"."id") ' +
        'JOIN "main"."customer" AS "u" ON ("__match_73"."customer_id" = "u"."id"))',
    );
  });

  it.each([
    "SELECT 'FROM MATCH (p:product)' FROM t",
    'SELECT 1 -- FROM MATCH (p:product)',
    'SELECT 1 /* FROM MATCH (p:product) */ FROM t',
    'SELECT "FROM MATCH (p:product)", match FROM t match',
    'SELECT match, MATCH (a) FROM match m',
    'SELECT 1 FROM "MATCH" (a)',
    'SELECT 1 FROM [MATCH] (a)',
    'SELECT a, MATCH (a::INT) - 1, match(a) FROM t, match',
    'SELECT t.match, m.match = 1 FROM match m, optional match WHERE match = 1',
    'SELECT (a)-(b), [x]-[y]-[z] FROM match AS m JOIN match n USING (a)',
    'CREATE TABLE match (match INT)',
    'INSERT INTO match (match) VALUES (1)',
    'MERGE INTO match USING s ON 1 = 1 WHEN MATCHED THEN UPDATE SET match = 1',
  ])('leaves the word alone in %s', async (sql) => {
    expect(findMatches(parseSql(sql))).toEqual([]);
    const parsed = parseSql(sql);
    expect(await matchRewrites(parsed, () => Promise.reject(new Error('asked')))).toEqual([]);
  });
});

const PLACE =
  'a pattern stands directly behind FROM, JOIN or a comma of FROM, without parentheses around MATCH';

describe('places and forms of MATCH that are refused', () => {
  it.each([
    ['SELECT 1 FROM (MATCH (p:product)-[:part_of]->(c:category))', PLACE, 16],
    ['SELECT 1 FROM t, (MATCH (p)-[:part_of]->(c)) x', PLACE, 19],
    ['SELECT 1 FROM OPTIONAL MATCH (p:product)', 'OPTIONAL MATCH is not supported', 24],
    [
      'SELECT 1 FROM MATCH (p:product) OPTIONAL MATCH (p)-[:part_of]->()',
      'OPTIONAL MATCH is not supported',
      42,
    ],
    ['SELECT 1 FROM MATCH (p:product) MATCH (p)-[:part_of]->(c)', PLACE, 33],
    [
      'SELECT 1 FROM MATCH (p:product) MATCH (p)',
      'a second MATCH cannot follow; one MATCH takes several patterns, separated by commas',
      33,
    ],
    ['SELECT 1 FROM MATCH (p:product) AS x', 'a pattern takes no alias', 33],
    ['SELECT 1 FROM MATCH (p:product) x', 'expected the end of the pattern, found "x"', 33],
    ['SELECT 1 FROM MATCH (p:product), (c)', 'the vertex c needs a label, such as (p:product)', 34],
    ['SELECT 1 FROM MATCH (p:product)+', 'expected the end of the pattern, found "+"', 32],
    [
      'SELECT 1 FROM MATCH (p:product), (c:category) WHERE (p)-[:part_of]->(c)',
      'a pattern as a condition is not supported',
      55,
    ],
    ['SELECT 1 FROM t WHERE NOT (c)<-[e:part_of]-(p)', 'a pattern as a condition is not supported', 29],
    ['SELECT 1 FROM t WHERE EXISTS (MATCH (p:product))', PLACE, 31],
    [
      'SELECT 1 FROM MATCH ALL SHORTEST (p:product)-[:part_of]->(c)',
      'MATCH ALL SHORTEST is not supported',
      15,
    ],
    ['SELECT 1 FROM t, MATCH any (p)-[:part_of]->(c)', 'MATCH ANY is not supported', 18],
    ['SELECT 1 FROM MATCH x = (p:product)', 'a variable for a path is not supported', 15],
    ['SELECT 1 FROM MATCH p:product', 'a vertex is written in parentheses, such as (p:product)', 15],
    ['SELECT 1 FROM t, MATCH :product', 'a vertex is written in parentheses, such as (p:product)', 18],
    ['MATCH (p:product) RETURN p', PLACE, 1],
    ['SELECT a, MATCH (p:product) FROM t', PLACE, 11],
    ['DELETE FROM MATCH (p:product)', 'rows of a pattern cannot be deleted', 13],
    ['UPDATE MATCH (p:product) SET p.id = 1', PLACE, 8],
  ])('%s', async (sql, problem, column) => {
    const refused = rewritten(sql);
    await expect(refused).rejects.toThrow(`MATCH: ${problem} (line 1, column ${column}).`);
    await expect(refused).rejects.toMatchObject({ hint: expect.stringMatching(/^Supported: FROM MATCH/) });
  });
});

const COMMENT =
  'this "--" begins a comment, which hides the rest of the line; an edge is written -[e:label]->';

describe('patterns that are refused', () => {
  it('but not those with remarks', async () => {
    const sql =
      'SELECT 1 FROM MATCH (p:product) -- the things\n -[:part_of]-> /* -->(x) */ (c:category) -- (their groups)';
    expect(await rewritten(sql)).toContain('JOIN "main"."category" AS "c"');
  });

  it.each([
    ['(p:product)-[:part_of*1..3]->(c:category)', 'patterns of variable length are not supported', 42],
    ['(p:product)-[:part_of]->{1,3}(c:category)', 'patterns of variable length are not supported', 45],
    ['(p:product)-[:part_of]-(c:category)', 'an edge without direction is not supported', 43],
    ['(p:product)<-[:part_of]->(c:category)', 'an arrow with two heads is not supported', 45],
    ['(p:product WHERE p.id = 1)', 'a condition in a vertex is not supported', 32],
    ['(p:product {id: 1})', 'properties in a vertex are not supported', 32],
    ['(p:product|category)', 'several labels for a vertex are not supported', 31],
    ['(c:customer)-[:bought|part_of]->(p:product)', 'several labels for an edge are not supported', 42],
    ['(c:customer)-[:bought WHERE 1 = 1]->(p:product)', 'a condition in an edge is not supported', 43],
    ['(c:customer)-[:bought {n: 1}]->(p:product)', 'properties in an edge are not supported', 43],
    ['(c:customer)-[b:]->(p:product)', 'expected the label of the edge after ":", found "]"', 37],
    ['(c:customer)-[b:dba.]->(p)', 'expected the label of the edge after the owner dba, found "]"', 41],
    ['(c:customer)-[b bought]->(p)', 'expected the end of the edge, found "bought"', 37],
    ['(c:)', 'expected the label of the vertex after ":", found ")"', 24],
    ['(p:public.product)', 'the owner of product is DBA, not public; write product or dba.product', 24],
    [
      '(p:product)-[e:[main].part_of]->(c)',
      'the owner of part_of is DBA, not main; write part_of or dba.part_of',
      36,
    ],
    ['(p:dba.product.x)', 'expected the end of the vertex, found "."', 35],
    [
      '(p:product)-[e:"part_of]->(c)',
      'a quoted name within an edge must be closed before the "]" of the edge',
      33,
    ],
    ['(p:product)-[e:"part]of"]->(c) WHERE x"', 'a quoted name within an edge must not hold a "]"', 33],
    ['(c:customer)-[e]->(p:product)', 'an edge needs a label, such as -[e:label]->', 36],
    ['(c:customer)->(p:product)', 'expected the edge in brackets, such as -[e:label]->, found ">"', 34],
    ['(p:orders)', 'orders is not a vertex table; there are product, category, customer', 21],
    ['(p:part_of)', 'part_of is not a vertex table; there are product, category, customer', 21],
    ['(p:product)-[:sold]->(c:category)', 'sold is not an edge table; there are part_of, bought, knows', 32],
    [
      '(c:category)-[:part_of]->(p:product)',
      'part_of leads from product to category, not from category to product',
      33,
    ],
    [
      '(p:product)-[:part_of]->(c:category), (p:customer)',
      'the variable p has two labels, product and customer',
      59,
    ],
    [
      '(p:product)-[e:part_of]->(), (q:product)-[e:part_of]->()',
      'the variable e of an edge is used twice',
      61,
    ],
    ['(p)', 'the vertex p needs a label, such as (p:product)', 21],
    ['(p:product)-[:part_of]->', 'expected a vertex in parentheses, found the end of the statement', 45],
    ['(p:product)-->(c:category)', COMMENT, 32],
    ['(p:product)--(c:category)', COMMENT, 32],
    ['(p:product)//(c:category)', COMMENT.replace('--', '//'), 32],
    ['(p:product) --> (c:category)', COMMENT, 33],
    ['(p:product) -- (:category) WHERE p.id = 1', COMMENT, 33],
    ['(p:product)\n--[:part_of]->(c:category)', COMMENT, 1, 2],
    ['(p:product)--\n-[:part_of]->(c:category)', COMMENT, 32],
    ['(p:product)-[:part_of]-->(c:category)', COMMENT, 43],
    ['(c:category)<--(p:product)', COMMENT, 34],
    ['(p:product)-[:part_of]->(c:category)<--(q:product)', COMMENT, 58],
    ['(p:product)-[:part_of]->(c:category), (u:customer)-->(p)', COMMENT, 71],
    ['(p:product', 'expected the end of the vertex, found the end of the statement', 31],
  ])('%s', async (pattern, problem, column, line = 1) => {
    const refused = rewritten(`SELECT 1 FROM MATCH ${pattern}`);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(`MATCH: ${problem} (line ${line}, column ${column}).`);
  });
});
