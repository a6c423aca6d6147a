/**
 * Statements as people and models write them for CoraDB: the forms are those of the CUBRID manual (11.x, the section is
 * named), the examples are our own and ask the sample. `rows` is what the manual's rules give; `refused` what the hint must
 * hold where the embedded engine does not run the form.
 */
export interface EverydayStatement {
  readonly sql: string;
  readonly rows?: readonly (readonly unknown[])[];
  readonly refused?: string;
}

interface Section {
  readonly manual: string;
  readonly statements: readonly EverydayStatement[];
}

const MOMENT = "TIMESTAMP '2024-02-29 13:45:10'";

export const EVERYDAY: readonly Section[] = [
  {
    manual: 'SQL Functions and Operators, Date/Time Functions and Operators',
    statements: [
      { sql: 'SELECT SYSDATE FROM dual' },
      { sql: 'SELECT SYS_DATE, SYS_TIME, SYS_DATETIME, SYS_TIMESTAMP' },
      { sql: 'SELECT SYSTIMESTAMP, SYSDATETIME, CURRENT_DATETIME, CURRENT_TIMESTAMP, NOW()' },
      { sql: 'SELECT CURRENT_DATE, CURRENT_TIME, CURDATE(), CURTIME()' },
      { sql: 'SELECT COUNT(*) FROM orders WHERE ordered_at > SYSDATE', rows: [[0]] },
      { sql: `SELECT TO_CHAR(${MOMENT}, 'YYYY-MM')`, rows: [['2024-02']] },
      { sql: `SELECT TO_CHAR(${MOMENT}, 'YYYY/MM/DD HH24:MI:SS')`, rows: [['2024/02/29 13:45:10']] },
      { sql: "SELECT TO_CHAR(DATE '2024-02-29', 'DY, DD MON YY')", rows: [['Thu, 29 Feb 24']] },
      { sql: "SELECT TO_CHAR(1234567.891, '9,999,999.99')", rows: [['1,234,567.89']] },
      { sql: 'SELECT TO_CHAR(42)', rows: [['42']] },
      { sql: "SELECT TO_DATE('12/25/2024')", rows: [['2024-12-25']] },
      { sql: "SELECT TO_DATE('2024-12-25', 'YYYY-MM-DD')", rows: [['2024-12-25']] },
      {
        sql: "SELECT TO_DATETIME('2024-12-25 10:11:12', 'YYYY-MM-DD HH24:MI:SS')",
        rows: [['2024-12-25 10:11:12.000']],
      },
      { sql: "SELECT TO_TIME('10:11:12', 'HH24:MI:SS')", rows: [['10:11:12']] },
      { sql: `SELECT DATE_FORMAT(${MOMENT}, '%Y-%m-%d %H:%i:%s')`, rows: [['2024-02-29 13:45:10']] },
      { sql: `SELECT DATE_FORMAT(${MOMENT}, '%W, %M %e')`, rows: [['Thursday, February 29']] },
      { sql: "SELECT STR_TO_DATE('01,5,2024', '%d,%m,%Y')" },
      { sql: "SELECT ADD_MONTHS(DATE '2024-01-31', 1)", rows: [['2024-02-29']] },
      { sql: "SELECT LAST_DAY(DATE '2024-02-10')", rows: [['2024-02-29']] },
      { sql: "SELECT MONTHS_BETWEEN(DATE '2024-05-10', DATE '2024-02-10')" },
      { sql: "SELECT DATEDIFF('2024-03-01', '2024-02-01')", rows: [[29]] },
      { sql: "SELECT DATE_ADD('2024-01-31', INTERVAL 1 DAY)" },
      {
        sql: 'SELECT id FROM orders WHERE ordered_at >= DATE_SUB(SYSDATE, INTERVAL 1 MONTH) ORDER BY id LIMIT 1',
      },
      { sql: "SELECT ADDDATE(DATE '2024-01-31', 1), SUBDATE(DATE '2024-01-31', 1)" },
      { sql: "SELECT DATE '2024-01-31' + 1, DATE '2024-01-31' - 1", rows: [['2024-02-01', '2024-01-30']] },
      { sql: "SELECT YEAR('2024-02-29'), MONTH('2024-02-29'), DAY('2024-02-29')", rows: [[2024, 2, 29]] },
      {
        sql: "SELECT WEEKDAY('2024-02-29'), DAYOFWEEK('2024-02-29'), DAYOFYEAR('2024-02-29')",
        rows: [[3, 5, 60]],
      },
      { sql: `SELECT EXTRACT(YEAR FROM ${MOMENT}), EXTRACT(HOUR FROM ${MOMENT})`, rows: [[2024, 13]] },
      {
        sql: `SELECT HOUR(${MOMENT}), MINUTE(${MOMENT}), SECOND(${MOMENT}), QUARTER(${MOMENT})`,
        rows: [[13, 45, 10, 1]],
      },
      { sql: "SELECT TO_DAYS('2010-10-04'), FROM_DAYS(734414)", rows: [[734414, '2010-10-04']] },
      { sql: "SELECT UNIX_TIMESTAMP('1970-01-02 00:00:00'), FROM_UNIXTIME(86400)" },
      {
        sql: "SELECT MAKEDATE(2010, 277), SEC_TO_TIME(5400), TIME_TO_SEC('01:30:00')",
        rows: [['2010-10-04', '01:30:00', 5400]],
      },
      {
        sql: "SELECT TO_CHAR(ordered_at, 'YYYY-MM') AS month, COUNT(*) FROM orders GROUP BY TO_CHAR(ordered_at, 'YYYY-MM') ORDER BY 1 LIMIT 2",
      },
      { sql: `SELECT TRUNC(${MOMENT}, 'MM')`, refused: 'DATE_TRUNC' },
      { sql: `SELECT ${MOMENT} - 60`, refused: 'INTERVAL' },
    ],
  },
  {
    manual: 'SQL Functions and Operators, String Functions and Operators',
    statements: [
      { sql: "SELECT CONCAT('a', 'b'), 'a' || 'b'", rows: [['ab', 'ab']] },
      {
        sql: "SELECT SUBSTR('abcdef', 2, 3), SUBSTRING('abcdef', 2, 3), MID('abcdef', 2, 3)",
        rows: [['bcd', 'bcd', 'bcd']],
      },
      {
        sql: "SELECT INSTR('abcb', 'b', 3), LOCATE('b', 'abcb', 3), POSITION('b' IN 'abc')",
        rows: [[4, 4, 2]],
      },
      { sql: "SELECT LPAD('7', 3, '0'), RPAD('a', 3, 'x'), LPAD('a', 3)", rows: [['007', 'axx', '  a']] },
      { sql: "SELECT UPPER('a'), LOWER('A'), UCASE('a'), LCASE('A')", rows: [['A', 'a', 'A', 'a']] },
      {
        sql: "SELECT TRIM('  a '), LTRIM('  a'), RTRIM('a  '), TRIM(BOTH 'x' FROM 'xax')",
        rows: [['a', 'a', 'a', 'a']],
      },
      { sql: "SELECT REPLACE('abc', 'b', 'X'), REPLACE('abcb', 'b')", rows: [['aXc', 'ac']] },
      {
        sql: "SELECT CHAR_LENGTH('가나'), LENGTH('ab'), LENGTHB('가'), OCTET_LENGTH('가')",
        rows: [[2, 2, 3, 3]],
      },
      {
        sql: "SELECT LEFT('abc', 2), RIGHT('abc', 2), REVERSE('abc'), REPEAT('a', 3), SPACE(2)",
        rows: [['ab', 'bc', 'cba', 'aaa', '  ']],
      },
      {
        sql: "SELECT SUBSTRING_INDEX('www.cora.org', '.', 2), FIND_IN_SET('b', 'a,b,c'), STRCMP('a', 'b')",
        rows: [['www.cora', 2, -1]],
      },
      { sql: "SELECT FIELD('b', 'a', 'b', 'c'), ELT(2, 'a', 'b')", rows: [[2, 'b']] },
      { sql: "SELECT ASCII('A'), CHR(66)", rows: [[65, 'B']] },
      { sql: "SELECT COUNT(*) > 0 FROM customer WHERE name REGEXP '^[a-z]'", rows: [[true]] },
      { sql: "SELECT 'Abc' NOT RLIKE 'B', REGEXP_REPLACE('abc', 'b', 'X')", rows: [[false, 'aXc']] },
      { sql: "SELECT name FROM product WHERE name LIKE '%e%' ESCAPE '!' ORDER BY name LIMIT 1" },
      { sql: "SELECT GROUP_CONCAT(name ORDER BY name SEPARATOR '; ') FROM category WHERE id <= 2" },
      { sql: "SELECT MD5('a')", rows: [['0cc175b9c0f1b6a831c399e269772661']] },
      { sql: "SELECT TO_NUMBER('1,234.5')", rows: [[1234.5]] },
    ],
  },
  {
    manual: 'SQL Functions and Operators, Comparison, Numeric and Information Functions',
    statements: [
      {
        sql: "SELECT NVL(NULL, 'x'), IFNULL(NULL, 1), NVL2(NULL, 1, 2), COALESCE(NULL, 3)",
        rows: [['x', 1, 2, 3]],
      },
      { sql: "SELECT DECODE(status, 'paid', 1, 'shipped', 2, 0) FROM orders ORDER BY id LIMIT 1" },
      { sql: "SELECT DECODE(2, 1, 'one', 2, 'two')", rows: [['two']] },
      { sql: "SELECT IF(1 < 2, 'yes', 'no'), NULLIF(1, 1), ISNULL(NULL)", rows: [['yes', null, 1]] },
      { sql: 'SELECT 7 DIV 2, MOD(7, 2), 7 % 2', rows: [[3, 1, 1]] },
      { sql: 'SELECT NULL <=> NULL, 1 <=> NULL', rows: [[true, false]] },
      { sql: 'SELECT ROUND(12.345, 2), TRUNC(12.345, 1), TRUNCATE(12.345, 1), CEIL(1.2), FLOOR(1.8)' },
      { sql: 'SELECT ABS(-1), SIGN(-3), POWER(2, 3), SQRT(16)', rows: [[1, -1, 8, 4]] },
      { sql: 'SELECT RAND() >= 0, GREATEST(1, 3, 2), LEAST(3, 1)', rows: [[true, 3, 1]] },
      { sql: 'SELECT DATABASE(), SCHEMA()', rows: [['e-commerce', 'e-commerce']] },
      {
        sql: "SELECT CAST('12' AS INT), CAST(12 AS STRING), CAST('2024-02-29' AS DATE)",
        rows: [[12, '12', '2024-02-29']],
      },
      { sql: 'SELECT TYPEOF(1)' },
      { sql: 'SELECT LAST_INSERT_ID()', refused: 'CURRENT_VALUE' },
    ],
  },
  {
    manual: 'SQL Statements, Data Manipulation Statements: SELECT (LIMIT, ROWNUM, joins, hierarchies)',
    statements: [
      { sql: 'SELECT id FROM product ORDER BY id LIMIT 2', rows: [[1], [2]] },
      { sql: 'SELECT id FROM product ORDER BY id LIMIT 1, 2', rows: [[2], [3]] },
      { sql: 'SELECT id FROM product ORDER BY id LIMIT 2 OFFSET 1', rows: [[2], [3]] },
      { sql: 'SELECT COUNT(*) FROM (SELECT id FROM product WHERE ROWNUM <= 3) AS first', rows: [[3]] },
      {
        sql: 'SELECT ROWNUM, id FROM (SELECT id FROM product ORDER BY id) AS p WHERE id > 1 AND ROWNUM < 3 ORDER BY id',
        rows: [
          [1, 2],
          [2, 3],
        ],
      },
      {
        sql: 'SELECT rn, id FROM (SELECT ROWNUM AS rn, id FROM (SELECT id FROM product ORDER BY id) AS a) AS b WHERE rn BETWEEN 2 AND 3',
        rows: [
          [2, 2],
          [3, 3],
        ],
      },
      { sql: 'SELECT id FROM product WHERE INST_NUM() = 1' },
      { sql: 'SELECT id FROM product ORDER BY id FOR ORDERBY_NUM() BETWEEN 2 AND 3', rows: [[2], [3]] },
      { sql: 'SELECT 1 FROM dual', rows: [[1]] },
      { sql: 'SELECT 1 FROM db_root', rows: [[1]] },
      {
        sql: 'SELECT p.name, c.name FROM product p INNER JOIN part_of x ON x.product_id = p.id INNER JOIN category c ON c.id = x.category_id ORDER BY 1, 2 LIMIT 1',
      },
      {
        sql: 'SELECT c.id FROM customer c LEFT OUTER JOIN orders o ON o.customer_id = c.id WHERE o.id IS NULL ORDER BY c.id LIMIT 1',
      },
      {
        sql: 'SELECT status, COUNT(*) FROM orders GROUP BY status HAVING COUNT(*) > 0 ORDER BY 2 DESC LIMIT 1',
      },
      { sql: 'SELECT status, COUNT(*) FROM orders GROUP BY status WITH ROLLUP' },
      {
        sql: 'SELECT id FROM product WHERE id IN (1, 2) UNION ALL SELECT id FROM category WHERE id = 1 ORDER BY 1',
        rows: [[1], [1], [2]],
      },
      {
        sql: 'SELECT id FROM product WHERE id <= 3 DIFFERENCE SELECT id FROM product WHERE id = 2 ORDER BY 1',
        rows: [[1], [3]],
      },
      { sql: 'SELECT * FROM product USE INDEX (pk_product) WHERE id = 1' },
      {
        sql: 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n',
        rows: [[1], [2], [3]],
      },
      { sql: 'SELECT id, RANK() OVER (ORDER BY unit_price DESC) FROM product ORDER BY 2, 1 LIMIT 1' },
      {
        sql: 'SELECT a.id FROM MATCH (a:product)-[:part_of]->(c:category) ORDER BY a.id LIMIT 1',
        rows: [[1]],
      },
      {
        sql: 'SELECT id FROM category START WITH id = 1 CONNECT BY PRIOR id = id',
        refused: 'WITH RECURSIVE',
      },
    ],
  },
  {
    manual: 'SQL Statements, SHOW; Schema, System Catalog Virtual Classes',
    statements: [
      { sql: "SHOW TABLES LIKE 'o%'", rows: [['order_item'], ['order_summary'], ['orders']] },
      { sql: 'SHOW TABLES' },
      { sql: 'SHOW FULL TABLES' },
      { sql: 'SHOW COLUMNS FROM category' },
      {
        sql: "SHOW COLUMNS FROM dba.orders LIKE 'st%'",
        rows: [['status', 'VARCHAR', 'NO', '', "'paid'", '']],
      },
      { sql: 'DESC orders' },
      {
        sql: 'SHOW INDEX FROM orders',
        rows: [
          ['orders', 0, 'orders_id_pkey', 1, 'id'],
          ['orders', 1, 'idx_orders_customer', 1, 'customer_id'],
        ],
      },
      { sql: 'SHOW CREATE TABLE orders' },
      { sql: 'SHOW CREATE VIEW order_summary' },
      {
        sql: "SELECT class_name, class_type FROM db_class WHERE is_system_class = 'NO' AND class_name LIKE 'c%' ORDER BY 1",
        rows: [
          ['category', 'CLASS'],
          ['customer', 'CLASS'],
        ],
      },
      {
        sql: "SELECT attr_name, data_type, is_nullable FROM db_attribute WHERE class_name = 'category' ORDER BY def_order",
        rows: [
          ['id', 'INTEGER', 'NO'],
          ['name', 'STRING', 'NO'],
          ['description', 'STRING', 'YES'],
        ],
      },
      { sql: "SELECT index_name, is_primary_key FROM db_index WHERE class_name = 'product'" },
      {
        sql: "SELECT key_attr_name FROM db_index_key WHERE class_name = 'order_item' AND index_name = 'idx_order_item_product' ORDER BY key_order",
        rows: [['product_id'], ['order_id']],
      },
      { sql: 'SELECT name, current_val FROM db_serial' },
      { sql: 'SELECT vclass_name FROM db_vclass', rows: [['order_summary']] },
      { sql: 'SHOW DATABASES', refused: 'DATABASE()' },
      { sql: 'SHOW CHARSET', refused: 'TABLES' },
    ],
  },
  {
    manual: 'SQL Statements, Data Definition and Manipulation Statements',
    statements: [
      {
        sql: "CREATE TABLE memo (id INT AUTO_INCREMENT PRIMARY KEY, title VARCHAR(40) NOT NULL COMMENT 'shown first', body STRING, made DATETIME DEFAULT SYSDATETIME, price MONETARY) REUSE_OID, COMMENT = 'notes'",
      },
      { sql: "INSERT INTO memo (title) VALUES ('a'), ('b')" },
      { sql: "INSERT INTO memo SET title = 'c', body = NVL(NULL, 'x')" },
      {
        sql: 'SELECT id, title, body FROM memo ORDER BY id',
        rows: [
          [1, 'a', null],
          [2, 'b', null],
          [3, 'c', 'x'],
        ],
      },
      { sql: "REPLACE INTO memo (id, title) VALUES (3, 'd')" },
      { sql: 'UPDATE memo SET title = UPPER(title), made = SYS_DATETIME WHERE id = 1' },
      { sql: 'DELETE FROM memo WHERE id = 2' },
      { sql: 'CREATE INDEX idx_memo_made ON memo (made DESC)' },
      { sql: 'DROP INDEX idx_memo_made ON memo' },
      { sql: 'ALTER TABLE memo ADD COLUMN extra INT DEFAULT 0' },
      { sql: 'ALTER TABLE memo MODIFY COLUMN extra BIGINT' },
      { sql: 'ALTER TABLE memo RENAME COLUMN extra AS other' },
      { sql: 'ALTER TABLE memo ADD INDEX idx_memo_title (title)' },
      { sql: "CREATE OR REPLACE VIEW memo_titles AS SELECT id, NVL(title, '-') AS title FROM memo" },
      { sql: 'SELECT title FROM memo_titles WHERE id = 1', rows: [['A']] },
      { sql: 'DROP VIEW memo_titles' },
      { sql: 'CREATE SERIAL memo_serial START WITH 10 INCREMENT BY 5' },
      { sql: 'SELECT memo_serial.NEXT_VALUE', rows: [[10]] },
      { sql: 'DROP SERIAL memo_serial' },
      { sql: 'CREATE TABLE memo_copy AS SELECT * FROM memo' },
      { sql: 'RENAME TABLE memo_copy AS memo_old' },
      { sql: 'TRUNCATE TABLE memo_old' },
      { sql: 'DROP TABLE IF EXISTS memo_old, memo', refused: 'one DROP' },
      { sql: 'DROP TABLE IF EXISTS memo CASCADE CONSTRAINTS' },
      {
        sql: 'CREATE TABLE a (id INT PRIMARY KEY, b INT, FOREIGN KEY (b) REFERENCES product (id) ON DELETE CASCADE)',
        refused: 'ON DELETE',
      },
      {
        sql: "INSERT INTO category (id, name) VALUES (1, 'x') ON DUPLICATE KEY UPDATE name = 'x'",
        refused: 'ON CONFLICT',
      },
      { sql: 'DELETE FROM orders WHERE ROWNUM <= 1', refused: 'LIMIT' },
    ],
  },
];
