import { expect, it } from 'vitest';
import { sqlExcerpt } from './sql-excerpt.js';

it('shows a short text whole, on one line, with the place marked', () => {
  expect(sqlExcerpt('SELECT a\nFORM t', 9)).toBe('SELECT a ⟶FORM t');
  expect(sqlExcerpt('SELEC 1', 0)).toBe('⟶SELEC 1');
  expect(sqlExcerpt('SELECT 1 +', 99)).toBe('SELECT 1 +⟶');
});

it('shows sixty characters on each side of a place in a long text', () => {
  const script = `${'a'.repeat(500)}X${'b'.repeat(500)}`;
  expect(sqlExcerpt(script, 500)).toBe(`… ${'a'.repeat(60)}⟶X${'b'.repeat(59)} …`);
});

it('never splits a surrogate pair', () => {
  const excerpt = sqlExcerpt(`${'😀'.repeat(100)}x${'😀'.repeat(100)}`, 200);
  expect(JSON.stringify(excerpt)).not.toContain('\\ud');
  expect(sqlExcerpt(`${'😀'.repeat(100)}xy${'😀'.repeat(100)}`, 201)).toMatch(/^… 😀/u);
});
