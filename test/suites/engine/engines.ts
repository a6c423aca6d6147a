import type { EngineUnderTest } from './engine-under-test.js';

/** The shop of the embedded engine, whichever way it is reached. */
export const SAMPLE = {
  saves: true,
  sample: true,
  // Its products have the ids 1 to 2,272.
  series: { sql: 'SELECT id FROM product ORDER BY id', rows: 2_272 },
  endless:
    'SELECT COUNT(*) FROM order_item a, order_item b, order_item c, order_item d ' +
    'WHERE a.quantity + b.quantity + c.quantity + d.quantity = 0',
  password: '',
} as const;

/** DuckDB as the embedded driver reports it. */
export const DUCKDB = {
  driver: 'embedded',
  engineVersion: /^DuckDB \d/,
  yes: true,
  kinds: { createTable: 'CREATE_TABLE', dropTable: 'DROP_TABLE' },
  errorPrefix: 'DuckDB error ',
  repeatsSql: true,
  errors: {
    syntax: { code: 'Parser', says: /syntax error at or near "WHERE"/ },
    unknownTable: { code: 'Catalog', says: /^Table with name \w+ does not exist/ },
    unknownColumn: { code: 'Binder', says: /"nope" not found/ },
    duplicateKey: { code: 'Constraint', says: /duplicate key/i },
    wrongPassword: { code: 'Login', says: /Incorrect or missing password\.$/ },
    unknownDatabase: {
      code: 'Database',
      says: /"nope" does not exist; the embedded engine has: e-commerce\.$/,
    },
  },
  // It does not keep the length of a VARCHAR.
  object: {
    name: 'PRODUCT',
    column: 'id',
    lines: [
      /^VERTEX TABLE DBA\.product COMMENT 'What the shop sells'$/m,
      /^ {2}name VARCHAR NOT NULL$/m,
      /^ {2}unit_price NUMERIC\(10,2\) NOT NULL$/m,
      /^ {2}PRIMARY KEY \(id\)$/m,
    ],
  },
} as const satisfies Partial<EngineUnderTest>;

/** A CoraDB or CUBRID server behind its broker (codes: engine-behaviour §6). */
export const CORADB = {
  driver: 'broker',
  yes: 1,
  kinds: { createTable: 'CREATE_CLASS', dropTable: 'DROP_CLASS' },
  errorPrefix: 'CoraDB error ',
  repeatsSql: false,
  errors: {
    syntax: { code: -493, says: /^Syntax: / },
    unknownTable: { code: -493, says: /^Syntax: / },
    unknownColumn: { code: -494, says: /^Semantic: [^]*nope/ },
    duplicateKey: { code: -670, says: /unique|duplicate/i },
    wrongPassword: { code: -171, says: /Incorrect or missing password\.$/ },
    unknownDatabase: { code: -677, says: /\bnope\b/ },
  },
} as const satisfies Partial<EngineUnderTest>;

/** The embedded engine over one of the transports. */
export function embeddedEngine(transport: string, open: EngineUnderTest['open']): EngineUnderTest {
  return {
    // Over HTTP without sessions nobody can be asked in the 2025 era: see test/http/confirm.spec.ts.
    ...(transport.includes('HTTP') && { asksIn: ['2026-07-28'] }),
    ...SAMPLE,
    ...DUCKDB,
    name: `the embedded engine over ${transport}`,
    open,
    login: { database: 'e-commerce' },
    loginText: () => 'dba@embedded/e-commerce',
  };
}
