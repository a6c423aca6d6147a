import type { McpContext } from '@rekog/mcp-nest';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../errors/call-error.js';
import { mergeCredentials, suppliedCredentials } from './supplied-login.js';

const contextOf = (meta: Record<string, unknown>, headersDistinct?: Record<string, string[]>): McpContext =>
  ({
    mcpRequest: { method: 'tools/call', params: { _meta: meta } },
    getRawRequest: () => headersDistinct && { headersDistinct },
  }) as unknown as McpContext;

describe('the login sent beside the arguments', () => {
  it('is read from _meta, then from the headers', () => {
    const context = contextOf(
      { 'coradb/user': 'app', 'coradb/password': 'one' },
      { 'x-coradb-user': ['web'], 'x-coradb-password': ['two'] },
    );
    expect(suppliedCredentials(context)).toEqual([
      { user: 'app', password: 'one' },
      { user: 'web', password: 'two' },
    ]);
  });

  it('may be absent', () => {
    expect(suppliedCredentials(contextOf({}))).toEqual([]);
    expect(suppliedCredentials(contextOf({ 'coradb/password': '' }))).toEqual([{ password: '' }]);
  });

  it.each([
    [{ 'coradb/user': 1 }, undefined],
    [{ 'coradb/user': '' }, undefined],
    [{ 'coradb/password': ['secret-1'] }, undefined],
    [{ 'coradb/password': 'secret-1'.repeat(200) }, undefined],
    [{}, { 'x-coradb-user': ['a', 'b'] }],
    [{}, { 'x-coradb-password': ['secret-1', 'secret-1'] }],
    [{}, { 'x-coradb-password': ['secret-1\u00e9'] }],
  ])('is refused when it is none, without repeating it: %j %j', (meta, headers) => {
    try {
      suppliedCredentials(contextOf(meta, headers));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      expect(
        JSON.stringify({ ...(error as InputError), message: (error as InputError).message }),
      ).not.toContain('secret-1');
    }
  });
});

describe('one login out of several places', () => {
  it.each([
    [[], { user: 'dba', password: '' }],
    [[{ user: 'app', password: 'x' }], { user: 'app', password: 'x' }],
    // A stronger place wins as a whole.
    [
      [
        { user: 'me', password: 'mine' },
        { user: 'app', password: 'x' },
      ],
      { user: 'me', password: 'mine' },
    ],
    // A password belongs to its user.
    [[{ user: 'me' }, { user: 'app', password: 'x' }], { user: 'me', password: '' }],
    [[{ user: 'APP' }, { user: 'app', password: 'x' }], { user: 'APP', password: 'x' }],
    [[{ password: '' }, { user: 'app', password: 'x' }], { user: 'app', password: '' }],
    [[{}, { password: 'x' }], { user: 'dba', password: 'x' }],
    [[{ user: 'me' }, { password: 'x' }], { user: 'me', password: 'x' }],
  ])('%j gives %j', (places, login) => {
    expect(mergeCredentials(places, 'dba')).toEqual(login);
  });
});
