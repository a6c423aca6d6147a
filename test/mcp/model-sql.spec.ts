import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, openInProcess, type McpSession } from '../helpers/mcp-session.js';

/** SQL that models and people send, with what the reply must say; each fault of issue 13, by its number there. */
describe.each(ERAS)('SQL that is not quite right, protocol %s', (era) => {
  let session: McpSession;
  beforeAll(async () => void (session = await openInProcess(era)));
  afterAll(() => session.close());

  const select = (sql: string, params?: readonly unknown[]) =>
    session.call('execute_select', { database: 'e-commerce', sql, ...(params && { params }) });

  it.each([
    ['Q4b', 'SELECT COUNT(*) FROM\u00a0orders', 'U+00A0', 'Write a blank'],
    ['Q4', 'SELECT \u201cid\u201d FROM orders', 'U+201C', 'Write "'],
    ['Q5', 'DELIMITER $$', 'DELIMITER at line 1, column 1', 'stored procedure'],
    ['Q5', 'SELECT 1\\G', '\\G at line 1', 'separated by ;'],
    ['Q7', 'EXPLAIN SELECT 1', 'EXPLAIN of a query', 'explain_query'],
    [
      'Q8',
      'WITH incr (nextval) AS (SELECT 1) SELECT incr.nextval FROM incr',
      'NEXTVAL',
      'without the name before it',
    ],
    ['Q10', 'SELECT p.price FROM product p', '"price"', 'product has unit_price'],
    ['Q11', 'MATCH (a:product)-[:part_of]->(c:category) RETURN a', 'MATCH', 'SELECT a.name FROM MATCH'],
  ])('%s: %j', async (_fault, sql, message, hint) => {
    const { isError, document } = await select(sql);
    expect(isError).toBe(true);
    expect(document.error.message).toContain(message);
    expect(document.error.hint).toContain(hint);
  });

  it('Q13: a marker of another library', async () => {
    const { document } = await select('SELECT * FROM orders WHERE id = $1', [1]);
    expect(document.error).toMatchObject({ layer: 'input', hint: expect.stringContaining('Write ?') });
    expect(document.error.message).toContain('$1 at line 1, column 33');
  });

  it('Q8: the column itself', async () => {
    const { document } = await select('WITH incr (nextval) AS (SELECT 1) SELECT nextval FROM incr');
    expect(document.statements[0].rows).toEqual([[1]]);
  });

  it('Q4: letters of every script stay letters', async () => {
    const { document } = await select("SELECT 이름 FROM (SELECT '\u00a0\u2019' AS 이름) 주문");
    expect(document.statements[0].rows).toEqual([['\u00a0\u2019']]);
  });
});
