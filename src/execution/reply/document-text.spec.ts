import { expect, it } from 'vitest';
import { documentText } from './document-text.js';
import type { CallDocument } from './reply-document.js';

const DOCUMENT: CallDocument = {
  elapsedMs: 16,
  statements: [
    {
      statement: 1,
      sql: 'SELECT c.name, …',
      type: 'SELECT',
      columns: [{ name: 'a', type: 'String' }],
      totalRows: 2,
      truncated: false,
      elapsedMs: 15,
      rows: [
        ['Hoodies & Sweatshirts', 390],
        ['a\n\ud800', null],
      ],
    },
    { statement: 2, sql: 'SELECT 2', skipped: true },
    { statement: 3, sql: 'SELECT 3', rows: [] },
  ],
  rolledBackBecause: 'execute_select only reads',
  transaction: 'rolled back',
  login: 'dba@localhost:33000/e-commerce',
};

it('says the outcome first, one line a statement and one line a row', () => {
  expect(documentText(DOCUMENT)).toBe(
    [
      '{',
      '"login": "dba@localhost:33000/e-commerce",',
      '"transaction": "rolled back",',
      '"rolledBackBecause": "execute_select only reads",',
      '"elapsedMs": 16,',
      '"statements": [',
      '{"statement":1,"sql":"SELECT c.name, …","type":"SELECT","columns":[{"name":"a","type":"String"}],"totalRows":2,"truncated":false,"elapsedMs":15, "rows": [',
      '["Hoodies & Sweatshirts",390],',
      '["a\\n\\ud800",null]',
      ']},',
      '{"statement":2,"sql":"SELECT 2","skipped":true},',
      '{"statement":3,"sql":"SELECT 3", "rows": []}',
      ']',
      '}',
    ].join('\n'),
  );
});

it('is the document, whatever it holds', () => {
  expect(JSON.parse(documentText(DOCUMENT))).toEqual(DOCUMENT);
  const failed: CallDocument = {
    login: 'x',
    stopped: 'error',
    error: { layer: 'engine', code: -494, message: 'Semantic: "quoted"\nline' },
    notes: ['a'],
    elapsedMs: 0,
    statements: [],
  };
  expect(JSON.parse(documentText(failed))).toEqual(failed);
});

it('keeps columns of the same name apart', () => {
  const columns = [
    { name: 'id', type: 'Int' },
    { name: 'id', type: 'Int' },
  ];
  const document = { ...DOCUMENT, statements: [{ statement: 1, sql: 's', columns, rows: [[1, 2]] }] };
  expect(JSON.parse(documentText(document))).toEqual(document);
});
