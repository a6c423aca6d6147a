import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';

it('the tests work in a folder that is removed with all they leave there', () => {
  expect(tmpdir()).toMatch(/coradb-mcp-tests-\w+$/);
});
